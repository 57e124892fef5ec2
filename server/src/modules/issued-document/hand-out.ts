import { moneyPaperKinds, type MoneyPaperKind } from '@dentin/contract/paper'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { select } from '../../platform/database/select.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keepIssued, newPaperCode, verifyUrl } from './issued.ts'

/** What stands on a paper of money beside what it is about. */
export interface Printed {
  verify: { code: string; url: string }
  printedAt: Date
  printCount: number
}

const prints = select({ count: sql<number>`count(*)::int` })

/** A paper as it would be printed is asked for: nothing is noted, counted or given a code. */
export interface AsPreview {
  preview?: 'yes' | undefined
}

/** Notes that a paper about a row was printed. @returns when, and for the how manieth time */
export async function countPrint(
  { tx }: ClinicContext,
  table: string,
  id: string,
  patientId?: string,
  { preview }: AsPreview = {},
): Promise<Omit<Printed, 'verify'>> {
  const { count } = await tx.need(
    prints.keptFrom`audit a where ${tx.own('a')} and a.entity_id = ${id} and a.action = 'print'`,
  )
  if (!preview) await tx.note('print', table, id, patientId === undefined ? {} : { patientId })
  return { printedAt: tx.now, printCount: count + 1 }
}

/** The hash of what a paper shows: the same figures give the same hash. */
export const hashOfFigures = (figures: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(figures)).digest('hex')

/**
 * Gives a paper of money out: it is noted as printed, counted, and gets a code of its own by which its standing can be asked.
 * Only the hash of the code is kept.
 * @param paper clinicId: the clinic whose paper it is. figures: what it shows and what may change later
 */
export async function handOut(
  ctx: ClinicContext,
  paper: {
    kind: MoneyPaperKind
    sourceId: string
    clinicId: string
    patientId: string
    versionNo: number
    number: string
    figures: readonly unknown[]
  },
  asked: AsPreview,
): Promise<Printed> {
  const { tx } = ctx
  const { kind, sourceId, versionNo, number } = paper
  const printed = await countPrint(ctx, moneyPaperKinds[kind].table, sourceId, paper.patientId, asked)
  // Whoever looks at what is not given out sees where the code will stand, and where it would lead.
  if (asked.preview) return { verify: { code: '预览', url: verifyUrl(ctx, '') }, ...printed }
  const code = newPaperCode()
  await keepIssued(
    tx,
    { clinicId: paper.clinicId, actorName: ctx.actorName },
    { kind, sourceId, versionNo, number },
    code,
    hashOfFigures(paper.figures),
  )
  return { verify: { code, url: verifyUrl(ctx, code) }, ...printed }
}
