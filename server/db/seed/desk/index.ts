import pg from 'pg'
import { makeApplication } from '../../../src/app/application.ts'
import { TestClock } from '../../../src/platform/clock.ts'
import type { Config } from '../../../src/platform/config.ts'
import { makeLog } from '../../../src/platform/log.ts'
import { Random } from '../random.ts'
import { deskClinics, type DeskClinic } from './clinics.ts'
import { Desk } from './desk.ts'
import { planRecords } from './records.ts'
import { ClinicDesk } from './story.ts'

/** Where the product stands whose calls tell the story. */
export interface DeskPlace {
  appUrl: string
  config: Config
}

/** How often each thing was done, and what the product refused. */
export interface DeskReport {
  done: ReadonlyMap<string, number>
  refused: readonly string[]
}

/**
 * What happens at the desks of the demo beside the visits: refunds in their states, instalments, cards that pay, ways set right,
 * executions, tills handed over and months closed. Each is a call of the product; one that is refused is left out.
 * @param now the moment the demo is seen at
 */
export async function tellDeskStory(options: DeskPlace & { ownerUrl: string; now: Date }): Promise<DeskReport> {
  const { appUrl, config, now } = options
  const clock = new TestClock(now)
  const application = await makeApplication({ appUrl, config, clock, log: makeLog('error') })
  const owner = new pg.Client({ connectionString: options.ownerUrl })
  await owner.connect()
  try {
    // The platform of invoices is reached over HTTP, the stand-in too.
    await application.http.listen({ host: '127.0.0.1', port: 0 })
    const desk = new Desk(application.http, owner, clock, now, application.services)
    for (const [rank, clinic] of (await deskClinics(owner, now)).entries()) await planClinic(desk, clinic, rank)
    // The tills that stand open now are today's: what the story does in the past must not come to lie in them.
    const { rows: today } = await owner.query<{ id: string }>(
      'update cash_shift set status = 1 where status = 0 returning id',
    )
    try {
      await desk.live()
    } finally {
      await owner.query('update cash_shift set status = 0 where id = any($1)', [today.map(({ id }) => id)])
      await desk.signOut()
    }
    return desk
  } finally {
    await owner.end()
    await application.stop()
  }
}

/** What happens in a clinic; of the records only in the largest. */
async function planClinic(desk: Desk, clinic: DeskClinic, rank: number): Promise<void> {
  await new ClinicDesk(desk, clinic, new Random(20261120).of('desk', String(rank)), rank).plan()
  if (rank === 0) await planRecords(desk, clinic)
}
