import { sql } from 'kysely'
import pg from 'pg'
import { DemoClock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { PlatformTx } from './database/tx.ts'

/** How often the running demo writes down what its clock shows. */
const WRITE_EVERY_MS = 30_000
/** A clock that was written down so long ago has stopped with its server; it goes on from there. */
const STOPPED_AFTER_MS = 2 * WRITE_EVERY_MS

/**
 * How far the clinic's time is behind when the demo's server starts (again). The clock stands still while no server runs,
 * and never goes back: what a server that was killed may have dated after its last writing lies before the new present.
 */
export function behindAfter(kept: { demoAt: Date; realAt: Date }, real: Date): number {
  const passed = Math.min(real.getTime() - kept.realAt.getTime(), STOPPED_AFTER_MS)
  return Math.max(0, real.getTime() - (kept.demoAt.getTime() + Math.max(0, passed)))
}

/** Begins the demo's clock, in the transaction that makes the demo. */
export async function beginDemoClock(owner: pg.ClientBase, demoAt: Date, realAt: Date): Promise<void> {
  await owner.query('insert into demo_clock (demo_at, real_at) values ($1, $2)', [demoAt, realAt])
}

/** The clock of this database's demo; null where there is none, or somebody returned to real time. */
export async function readDemoClock(ownerUrl: string): Promise<DemoClock | null> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ demoAt: Date; realAt: Date }>(
      'select demo_at as "demoAt", real_at as "realAt" from demo_clock',
    )
    return rows[0] ? new DemoClock(behindAfter(rows[0], new Date())) : null
  } finally {
    await owner.end()
  }
}

/** Writes down what the clock shows; a clock whose row is gone was set to real time by another server, and follows. */
export async function keepDemoClock(database: Database, clock: DemoClock): Promise<void> {
  const kept = await database.withPlatform((tx) =>
    tx.row(sql`update demo_clock set demo_at = ${tx.now}, real_at = ${tx.realNow} returning id`),
  )
  if (!kept) clock.catchUp()
}

/** Keeps a demo's clock until it is stopped. @returns stops, after writing it down once more */
export function watchDemoClock(database: Database, clock: DemoClock, onError: (error: Error) => void) {
  const keep = () => keepDemoClock(database, clock).catch(onError)
  const timer = setInterval(() => void keep(), WRITE_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await keep()
  }
}

/** Sets the demo to real time, for good. */
export async function returnToRealTime(tx: PlatformTx, clock: DemoClock): Promise<void> {
  await tx.rows(sql`delete from demo_clock`)
  clock.catchUp()
}

const COOKIE = 'dentin_behind'

/**
 * The cookie by which the pages know how far the clinic's time is behind the world's.
 * @param sent the cookies that came with the request
 * @returns the header, or null when the page knows already
 */
export function behindCookie({ behindMs }: DemoClock, sent: string | undefined): string | null {
  const known = new RegExp(`(?:^|; )${COOKIE}=(\\d+)`).exec(sent ?? '')?.[1] ?? null
  if (behindMs === 0) return known === null ? null : `${COOKIE}=; Path=/; SameSite=Strict; Max-Age=0`
  return Number(known) === behindMs ? null : `${COOKIE}=${behindMs}; Path=/; SameSite=Strict`
}
