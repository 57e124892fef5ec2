import { onlyPart, orthoExamParts, orthoVisitParts } from '@dentin/contract/core/ortho-parts'
import { recordSections, type RecordContent, type SectionKey } from '@dentin/contract/record'
import { sectionLines, type NextVisitNames } from '@dentin/contract/record-words'
import { CLASH, mergeValues } from './three-way.ts'

/** What one side of a conflict is chosen for: a section, of an orthodontic text a group of its fields. */
export interface Part {
  id: string
  section: SectionKey
  name: string
  /** null: the whole section. */
  fields: readonly string[] | null
}
export type Side = 'mine' | 'theirs' | 'merged'
export type Choice = Readonly<Record<string, Side>>

const groups = { orthoVisit: orthoVisitParts, orthoExam: orthoExamParts } as const
const isGrouped = (key: SectionKey): key is keyof typeof groups => key in groups

const parts: readonly Part[] = recordSections.flatMap(({ key, name }): Part[] =>
  isGrouped(key)
    ? groups[key].map((group) => ({
        id: `${key}.${group.key}`,
        section: key,
        name: `${name} · ${group.name}`,
        fields: group.fields,
      }))
    : [{ id: key, section: key, name, fields: null }],
)

/** A text that says one part alone, so that its lines can be shown. */
const alone = (content: RecordContent, { section, fields }: Part): RecordContent => {
  if (fields === null || !isGrouped(section)) return content
  if (section === 'orthoVisit')
    return content.orthoVisit ? { ...content, orthoVisit: onlyPart.orthoVisit(content.orthoVisit, fields) } : content
  return content.orthoExam ? { ...content, orthoExam: onlyPart.orthoExam(content.orthoExam, fields) } : content
}
const said = (content: RecordContent, part: Part): string => JSON.stringify(alone(content, part)[part.section]) ?? ''

/** The lines of a part of a text. */
export const partLines = (
  content: RecordContent,
  part: Part,
  next: NextVisitNames | null,
  tariffName?: (id: string) => string,
) => sectionLines(alone(content, part), part.section, tariffName, next)

/** A section as one part, for texts that are only compared. */
export const wholeSection = (section: SectionKey): Part => ({ id: section, section, name: '', fields: null })

/** The parts in which two texts differ. */
export const differing = (a: RecordContent, b: RecordContent): Part[] =>
  parts.filter((part) => said(a, part) !== said(b, part))

/** What a text says in a part: the section, or the fields of its group. */
function valueOf(content: RecordContent, { section, fields }: Part): unknown {
  const value: unknown = content[section]
  if (fields === null || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => fields.includes(key)))
}

/**
 * Mine with a part in which both texts stand together; null: both changed what can only be one thing, such as a number.
 * @param base what both began with
 */
export function merged(
  base: RecordContent,
  mine: RecordContent,
  theirs: RecordContent,
  part: Part,
): RecordContent | null {
  const value = mergeValues(valueOf(base, part), valueOf(mine, part), valueOf(theirs, part))
  if (value === CLASH) return null
  const here = mine[part.section]
  const whole =
    part.fields !== null && typeof here === 'object' && typeof value === 'object' && value !== null
      ? { ...here, ...value }
      : value
  return { ...mine, [part.section]: whole }
}

/**
 * What is offered first for each part in which two texts differ: theirs where only they changed it, mine where only I did,
 * and both together where both did and that can be.
 * @param base what both began with
 */
export function preferred(base: RecordContent, mine: RecordContent, theirs: RecordContent): Choice {
  const changed = (by: RecordContent) => new Set(differing(base, by).map(({ id }) => id))
  const [here, there] = [changed(mine), changed(theirs)]
  return Object.fromEntries(
    differing(mine, theirs).map((part) => {
      if (!here.has(part.id)) return [part.id, 'theirs']
      return [part.id, there.has(part.id) && merged(base, mine, theirs, part) ? 'merged' : 'mine']
    }),
  )
}

/** For each part the text of one side, or both together. @param base what both began with */
export function choose(base: RecordContent, mine: RecordContent, theirs: RecordContent, chosen: Choice): RecordContent {
  let next: RecordContent = { ...mine }
  for (const part of parts) {
    const { id, section, fields } = part
    if (chosen[id] === 'merged') next = merged(base, next, theirs, part) ?? next
    if (chosen[id] !== 'theirs') continue
    const [here, there] = [next[section], theirs[section]] as [object | undefined, object | undefined]
    const taken =
      fields === null || !here || !there
        ? there
        : { ...here, ...Object.fromEntries(Object.entries(there).filter(([key]) => fields.includes(key))) }
    ;(next[section] as unknown) = taken
  }
  return next
}
