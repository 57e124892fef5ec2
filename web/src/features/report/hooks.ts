import { report, type Cut, type ReportDoor } from '@dentin/contract/report'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { useCall, useSend } from '../../lib/query.ts'

export type ReportAsk = WireInput<typeof report.run>
export type ReportAnswer = WireOutput<typeof report.run>
export type ReportFrame = WireOutput<typeof report.frame>
export type DrillAsk = WireInput<typeof report.drill>
export type DrillAnswer = WireOutput<typeof report.drill>

/** Where a row leads. */
export type LinkTo = (link: { kind: string; id: string; patientId: string | null }) => string

/** Opens a cell of a row (null: of the foot) that is cut so. */
export type OpenCell = (figure: string, row: string | null, cut: Cut) => void

const FRAME_KEPT = { staleTime: 5 * 60_000, keep: false } as const
/** What a report may be narrowed to and cut by, in one of its views; what another view offers is not kept meanwhile. */
export const useReportFrame = (door: ReportDoor, view?: string) =>
  useCall(report.frame, { door, ...(view ? { view } : {}) }, FRAME_KEPT)

const NOTHING_ASKED: ReportAsk = { door: 'analysisData', from: '', to: '', by: 'day' }

/**
 * A report's rows; those of the question before stay until the new ones are there. Of figures that are asked for by name those that
 * the person may not see are left out; when none is left, one that may be seen stands in, so that the answer says that they are not.
 */
export function useReport(ask: ReportAsk | null) {
  const { door, view, figures } = ask ?? NOTHING_ASKED
  const frame = useCall(report.frame, { door, ...(view ? { view } : {}) }, { ...FRAME_KEPT, enabled: ask !== null })
  const askable = figures && frame.data?.askable
  const seen = askable && figures.filter((code) => askable.includes(code))
  const wanted = seen && (seen.length > 0 ? seen : askable.slice(0, 1))
  return useCall(
    report.run,
    { ...(ask ?? NOTHING_ASKED), ...(wanted ? { figures: wanted } : {}) },
    {
      enabled: ask !== null && (figures === undefined || askable !== undefined),
    },
  )
}

/** A report as a paper; reading it counts as a print, so it is read once. */
export const useReportPaper = (ask: ReportAsk | null, pageSize: number) =>
  useCall(
    report.print,
    { ...(ask ?? NOTHING_ASKED), pageSize },
    { enabled: ask !== null, staleTime: Infinity, keep: false },
  )

/** The rows that a cell is made of. */
export const useDrill = (ask: DrillAsk) => useCall(report.drill, ask)

/** How a report is looked at, as it is kept. */
export type Question = WireOutput<typeof report.keptViews>[number]['question']
/** The own views of a report. */
export const useKeptViews = (door: ReportDoor) => useCall(report.keptViews, { door }, FRAME_KEPT)

/** The patients of a cell, for whatever is done with them together. */
export const usePeople = () => useSend(report.people)
