import { inMouth, sameAsBefore, trayDue, type InMouth } from '@dentin/clinical/orthodontics/index'
import { archOf } from '@dentin/clinical/orthodontics/arch-places'
import { findTooth } from '@dentin/clinical/teeth'
import type { Elastic, ElasticForce, ElasticSize, ElasticType } from '@dentin/clinical/orthodontics/vocabulary'
import type { OrthoVisitContent } from '@dentin/contract/orthodontic'
import type { RecordContent } from '@dentin/contract/record'
import { daysBetween } from '@dentin/kit/datetime'
import type { OrthoCase } from './hooks.ts'

/** What a visit found in the mouth: what the visits before it have left. */
export function mouthBefore(course: OrthoCase['visits'], recordId: string, day: string): InMouth {
  return inMouth(course.filter((each) => each.recordId !== recordId && each.day <= day))
}
/** What is in the mouth when this visit is over. */
export const mouthAfter = (
  course: OrthoCase['visits'],
  recordId: string,
  day: string,
  visit: OrthoVisitContent,
): InMouth => inMouth([...course.filter((each) => each.recordId !== recordId && each.day <= day), { day, visit }])

/** The visit with what was in the mouth taken over; of trays the one that is due. */
export function asBefore(visit: OrthoVisitContent, before: InMouth, day: string): OrthoVisitContent {
  const same = sameAsBefore(before)
  const { tray } = before
  const no = tray && trayDue(tray.what, 0, daysBetween(tray.since, day))
  return {
    ...visit,
    ...same,
    elastics: same.elastics && [...same.elastics],
    chains: same.chains && [...same.chains],
    springs: same.springs && [...same.springs],
    tray: tray && no !== null ? { ...tray.what, no } : null,
  }
}

/** A text with its visit changed. The weeks to the next visit are also what 约下次 proposes. */
export function withVisit(now: RecordContent, part: Partial<OrthoVisitContent>): RecordContent {
  if (!now.orthoVisit) return now
  const visit = { ...now.orthoVisit, ...part }
  const weeks = part.interval
  const says = 'next' in part || 'nextPlan' in part
  const remark = [...visit.next, visit.nextPlan].filter(Boolean).join('，').slice(0, 200)
  return {
    ...now,
    orthoVisit: visit,
    nextVisit: {
      ...now.nextVisit,
      ...(weeks === undefined ? {} : { days: weeks === null ? null : weeks * 7 }),
      ...(says ? { remark } : {}),
    },
  }
}

/** One of a list, put in or taken out. */
export const toggled = <T>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((each) => each !== one) : [...list, one]

/** What two teeth that were joined by dragging mean: in two arches an elastic, in one a chain or enamel between them. */
export function elasticBetween(
  from: string,
  to: string,
  like: { type: ElasticType; size: ElasticSize; force: ElasticForce; hours: number | null },
): Elastic | null {
  const [a, b] = [findTooth(from), findTooth(to)]
  if (!a || !b || a.arch === b.arch) return null
  const [upper, lower] = a.arch === 'upper' ? [a, b] : [b, a]
  const sameSide = upper.side === lower.side
  const type: ElasticType =
    sameSide && upper.position < lower.position - 1
      ? 'Ⅱ类'
      : sameSide && upper.position > lower.position + 1
        ? 'Ⅲ类'
        : like.type === '交互'
          ? '交互'
          : '垂直'
  return { ...like, type, teeth: [upper.fdi, lower.fdi] }
}

/** Two teeth as somebody types them: '13-46', '13 46', '1346'. */
export function pairTyped(text: string): [string, string] | null {
  const found = /^\s*(\d\d)\s*[-–—\s]?\s*(\d\d)\s*$/.exec(text)
  const [from, to] = [found?.[1], found?.[2]]
  return from && to && findTooth(from) && findTooth(to) ? [from, to] : null
}

export const inOneArch = (from: string, to: string): boolean => archOf(from) !== null && archOf(from) === archOf(to)
