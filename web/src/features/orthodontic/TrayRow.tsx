import { MOST_TRAY_DAYS, trayDays, trayDue, usualHours } from '@dentin/clinical/orthodontics/index'
import { trayAfter, type InMouth } from '@dentin/clinical/orthodontics/in-mouth'
import type { OrthoVisitContent } from '@dentin/contract/orthodontic'
import { dayText } from '@dentin/kit/date-text'
import { addDays, daysBetween } from '@dentin/kit/datetime'
import { Chip, ChipGap, ChipRow } from './Chip.tsx'
import { Figure } from './Figure.tsx'
import type { SetVisit } from './text.ts'

const usualDays = [7, 10, 14]
const FIRST = { no: 1, total: 20, daysPerTray: 10, refinement: 0 }

/** Trays: n of N, days of each, and the day of the next. */
export function TrayRow({
  visit,
  before,
  day,
  set,
  readOnly,
  problemOf,
}: {
  visit: OrthoVisitContent
  before: InMouth
  day: string
  set: SetVisit
  readOnly: boolean
  problemOf: (field: string) => string | undefined
}) {
  const last = before.tray
  const tray = visit.tray
  const due = last && trayDue(last.what, 0, daysBetween(last.since, day))
  const base = tray ?? last?.what ?? FIRST
  const change = (part: Partial<typeof base>) => set({ tray: { ...base, ...part } })
  const next = tray && tray.no <= tray.total ? trayDays(tray, 0) : null
  // The same tray written again has been worn since the day it was handed over.
  const since = tray ? (trayAfter(last, tray, day)?.since ?? day) : day
  return (
    <>
      <ChipRow label="隐形" letter="U">
        <Figure
          label="当前副数"
          unit="副"
          whole
          readOnly={readOnly}
          value={tray?.no ?? null}
          problem={problemOf('tray.no')}
          onChange={(no) => (no === null ? set({ tray: null }) : change({ no }))}
        />
        <span className="secondary t-13">/ 共</span>
        <Figure
          label="总副数"
          unit="副"
          whole
          readOnly={readOnly}
          value={tray?.total ?? last?.what.total ?? null}
          problem={problemOf('tray.total')}
          onChange={(total) => total !== null && change({ total })}
        />
        {due !== null && (
          <Chip pressed={tray?.no === due} last disabled={readOnly} onClick={() => change({ no: due })}>
            应戴第 {due} 副
          </Chip>
        )}
        <ChipGap />
        {usualDays.map((days) => (
          <Chip
            key={days}
            pressed={tray?.daysPerTray === days}
            last={last?.what.daysPerTray === days}
            disabled={readOnly}
            onClick={() => change({ daysPerTray: days })}
          >
            {days} 天
          </Chip>
        ))}
        <Figure
          label="每副天数"
          unit="天"
          whole
          width={76}
          readOnly={readOnly}
          value={tray?.daysPerTray ?? null}
          problem={problemOf('tray.daysPerTray')}
          onChange={(days) => days !== null && days <= MOST_TRAY_DAYS * 3 && change({ daysPerTray: days })}
        />
        {[0, 1, 2].map((refinement) => (
          <Chip
            key={refinement}
            pressed={tray?.refinement === refinement}
            disabled={readOnly}
            onClick={() => change({ refinement })}
          >
            {refinement === 0 ? '首套' : `精调 ${refinement}`}
          </Chip>
        ))}
        {tray && next && (
          <span className="secondary t-13 num">
            {next.next === null ? '最后一副' : `下一副 ${dayText(addDays(since, next.next))}`}，戴到{' '}
            {dayText(addDays(since, next.end))}
          </span>
        )}
      </ChipRow>
      <WearRow visit={visit} last={before.wearHours} set={set} readOnly={readOnly} />
    </>
  )
}

/** Hours a day that trays or an appliance are worn. */
export function WearRow({
  visit,
  last,
  set,
  readOnly,
}: {
  visit: OrthoVisitContent
  last: number | null
  set: SetVisit
  readOnly: boolean
}) {
  return (
    <ChipRow label="每天佩戴">
      {usualHours.map((hours) => (
        <Chip
          key={hours}
          pressed={visit.wearHours === hours}
          last={last === hours}
          disabled={readOnly}
          onClick={() => set({ wearHours: visit.wearHours === hours ? null : hours })}
        >
          {hours} 小时
        </Chip>
      ))}
    </ChipRow>
  )
}
