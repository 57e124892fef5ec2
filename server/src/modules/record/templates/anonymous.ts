import type { TemplateContent } from '@dentin/contract'

/** What is known of the person of a record. */
export interface Person {
  name: string
  /** Phones, medical and identity numbers, as they are kept. */
  numbers: readonly string[]
}

/** A phone of mainland China and an identity number, written together or in groups. */
const PHONE = /(?<!\d)1[3-9]\d(?:[ -]?\d){8}(?!\d)/g
const IDENTITY = /(?<!\d)\d{6}(?:[ -]?\d){11}[ -]?[\dXx](?!\d)/g
const DIGITS_OF = (text: string) => new RegExp([...text].map(escaped).join('[ -]?'), 'gi')
const escaped = (letter: string) => letter.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A text without the person: the name is 患者, numbers are gone. */
function withoutPerson(text: string, { name, numbers }: Person): string {
  const named = name === '' ? text : text.replaceAll(new RegExp([...name].map(escaped).join('\\s*'), 'g'), '患者')
  const known = numbers.filter((each) => each.length > 3)
  return known
    .reduce((rest, number) => rest.replaceAll(DIGITS_OF(number), ''), named)
    .replaceAll(IDENTITY, '')
    .replaceAll(PHONE, '')
}

/** What belongs to one injection, and not to a template. */
const OF_AN_INJECTION = new Set(['batch', 'lot', 'expiry', 'time', 'aspiration', 'reaction', 'givenBy', 'overReason'])

/** Ids and codes: no words. */
const NO_WORDS = new Set([
  'tariffId',
  'tariffIds',
  'icdCode',
  'teeth',
  'itemIds',
  'tooth',
  'condition',
  'surfaces',
  'group',
])

/** A template without the person from whose record it was made, and without the lots that were used on him. */
export function anonymous(content: TemplateContent, person: Person): TemplateContent {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return withoutPerson(value, person)
    if (Array.isArray(value)) return value.map(walk)
    if (value && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [
          key,
          OF_AN_INJECTION.has(key) ? '' : NO_WORDS.has(key) ? each : walk(each),
        ]),
      )
    return value
  }
  return walk(content) as TemplateContent
}

/** A next visit without the doctor and the kinds of appointment, which are each company's own. */
export const nextVisitOfAnyCompany = (next: TemplateContent['nextVisit']): TemplateContent['nextVisit'] => ({
  ...next,
  doctorId: null,
  itemIds: [],
})
