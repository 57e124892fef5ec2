import { consentStates } from '@dentin/contract/consent'
import { contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import { formatDate } from '@dentin/kit'
import { Readable } from 'node:stream'
import { AppError } from '../../platform/errors.ts'
import type { ApartContext, ClinicContext, FileAnswer } from '../../platform/http/context.ts'
import { directMost } from '../../platform/http/making.ts'
import { joinPdfs } from '../../platform/pdf/join.ts'
import { consentsOf } from '../consent/index.ts'
import { prescriptionsOf } from '../prescription/index.ts'
import { recordsInOrder } from '../record/index.ts'
import { signedSheet } from './consent-sheet.ts'
import { issue } from './issue.ts'
import { consentSheet, prescriptionSheet, recordSheet } from './sheets.ts'

type Input = ParsedInput<typeof contract.paper.all>
/** Which papers are meant. */
type Chosen = ParsedInput<typeof contract.paper.allSize>
interface Paper {
  kind: Input['kinds'][number]
  id: string
  at: Date
}

/** The chosen papers of a patient that the person may read, in the order of their days. */
async function chosenPapers(context: ClinicContext, { patientId, kinds, from, to }: Chosen): Promise<Paper[]> {
  const papers: Paper[] = []
  if (kinds.includes('record'))
    papers.push(
      ...(await recordsInOrder(context, patientId)).map(({ id, visitTime: at }) => ({
        kind: 'record' as const,
        id,
        at,
      })),
    )
  if (kinds.includes('consent') && context.can('/patientConsent:view')) {
    const { list } = await consentsOf(context, { id: patientId })
    const signed = list.filter(({ status }) => !consentStates.is(status, 'open'))
    papers.push(...signed.map(({ id, createdAt: at }) => ({ kind: 'consent' as const, id, at })))
  }
  if (kinds.includes('prescription') && context.can('/prescription:view'))
    papers.push(
      ...(await prescriptionsOf(context, patientId)).map(({ id, prescribedAt: at }) => ({
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
async function paperOf(
  context: ApartContext,
  { kind, id }: Paper,
  { paper, chart, pictures }: Input,
): Promise<FileAnswer> {
  const read = {
    record: recordSheet(context, { id, paper, chart, pictures }),
    consent: consentSheet(context, { id, paper }),
    prescription: prescriptionSheet(context, id),
  }
  return (kind === 'consent' && (await signedSheet(context, id))) || (await issue(context, read[kind]))
}

/**
 * The papers of a patient as one PDF, sent as it grows: one is laid out, sent and forgotten, then the next. Each has its own
 * number, code, pages and trace, as if it were printed alone. More than can be waited for are made as a task: then numbers,
 * codes and traces are written with the file, so that a run that breaks off has given out and counted nothing.
 * @throws AppError PAPER_NOTHING, EXPORT_TAKES_LONG
 */
export async function printAll(context: ApartContext, input: Input): Promise<FileAnswer> {
  const papers = await context.open((tx) => chosenPapers({ ...context, tx }, input))
  if (papers.length === 0) throw new AppError('PAPER_NOTHING')
  context.making.sized(papers.length)
  const kept: NonNullable<FileAnswer['kept']>[] = []
  let written = 0
  async function* documents(): AsyncGenerator<Buffer> {
    for (const each of papers) {
      const made = await paperOf(context, each, input)
      if (made.kept) kept.push(made.kept)
      yield made.stream as Buffer
      written += 1
    }
  }
  return {
    name: `病历资料 ${papers.length} 份 ${formatDate(context.now)}.pdf`,
    type: 'application/pdf',
    stream: Readable.from(joinPdfs(documents()), { objectMode: false }),
    written: () => written,
    kept: async (tx) => {
      for (const each of kept) await each(tx)
    },
  }
}

/** How many papers would be printed, and how many can be waited for. */
export async function sizeOfAll(
  context: ClinicContext,
  input: ParsedInput<typeof contract.paper.allSize>,
): Promise<HandlerOutput<typeof contract.paper.allSize>> {
  const papers = await chosenPapers(context, input)
  return { papers: papers.length, atOnce: directMost(contract.paper.all, context.services.config) }
}
