import { consentStates } from '@dentin/contract/consent'
import type { contract, ParsedInput } from '@dentin/contract'
import { formatDate } from '@dentin/kit'
import { Readable } from 'node:stream'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ApartContext, FileAnswer } from '../../platform/http/context.ts'
import { joinPdfs } from '../../platform/pdf/join.ts'
import { consentsOf } from '../consent/index.ts'
import { prescriptionsOf } from '../prescription/index.ts'
import { recordsInOrder } from '../record/index.ts'
import { signedSheet } from './consent-sheet.ts'
import { issue } from './issue.ts'
import { consentSheet, prescriptionSheet, recordSheet } from './sheets.ts'

type Input = ParsedInput<typeof contract.paper.all>
interface Paper {
  kind: Input['kinds'][number]
  id: string
  at: Date
}

/** The chosen papers of a patient that the person may read, in the order of their days. */
async function chosenPapers(context: ApartContext, tx: TenantTx, input: Input): Promise<Paper[]> {
  const asked = { ...context, tx }
  const { patientId, kinds, from, to } = input
  const papers: Paper[] = []
  if (kinds.includes('record'))
    papers.push(
      ...(await recordsInOrder(asked, patientId)).map(({ id, visitTime: at }) => ({ kind: 'record' as const, id, at })),
    )
  if (kinds.includes('consent') && context.can('/patientConsent:view')) {
    const { list } = await consentsOf(asked, { id: patientId })
    const signed = list.filter(({ status }) => !consentStates.is(status, 'open'))
    papers.push(...signed.map(({ id, createdAt: at }) => ({ kind: 'consent' as const, id, at })))
  }
  if (kinds.includes('prescription') && context.can('/prescription:view'))
    papers.push(
      ...(await prescriptionsOf(asked, patientId)).map(({ id, prescribedAt: at }) => ({
        kind: 'prescription' as const,
        id,
        at,
      })),
    )
  return papers
    .filter(({ at }) => (!from || formatDate(at) >= from) && (!to || formatDate(at) <= to))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** One of them: the sheet that was kept, else a new one. */
async function paperOf(context: ApartContext, { kind, id }: Paper, { paper, chart, pictures }: Input): Promise<Buffer> {
  const read = {
    record: recordSheet(context, { id, paper, chart, pictures }),
    consent: consentSheet(context, { id, paper }),
    prescription: prescriptionSheet(context, id),
  }
  const made = (kind === 'consent' && (await signedSheet(context, id))) || (await issue(context, read[kind]))
  return made.stream as Buffer
}

/**
 * The papers of a patient as one PDF, sent as it grows: one is laid out, sent and forgotten, then the next. Each has its own
 * number, code, pages and trace, as if it were printed alone.
 * @throws AppError PAPER_NOTHING
 */
export async function printAll(context: ApartContext, input: Input): Promise<FileAnswer> {
  const papers = await context.open((tx) => chosenPapers(context, tx, input))
  if (papers.length === 0) throw new AppError('PAPER_NOTHING')
  async function* documents(): AsyncGenerator<Buffer> {
    for (const each of papers) yield await paperOf(context, each, input)
  }
  return {
    name: `病历资料 ${papers.length} 份 ${formatDate(context.now)}.pdf`,
    type: 'application/pdf',
    stream: Readable.from(joinPdfs(documents()), { objectMode: false }),
  }
}
