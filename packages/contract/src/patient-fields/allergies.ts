import type { AllergyEntry } from '@dentin/clinical/drug-checks/allergy-list'
import { drugClassNames, type DrugClass } from '@dentin/clinical/drug-checks/class-names'
import { z } from 'zod'
import { localDate, oneOf, oneWord, optionalText, requiredText } from '../core/fields.ts'

const classIds = Object.keys(drugClassNames) as [DrugClass, ...DrugClass[]]
export const allergyKindNames = { allergy: '过敏', adverse: '不良反应' } as const
const kinds = Object.keys(allergyKindNames) as [keyof typeof allergyKindNames]

/** The most entries of one file, those that do not hold any more among them. */
export const ALLERGY_ENTRIES = 200
/** With a bracket or a 、 it would be read as two. */
const plain = (label: string) =>
  requiredText(label, 40).refine((text) => !/[（）()、，,；;。\n]/.test(text), {
    error: `${label}不要带括号和顿号，几种请分开添加`,
  })

/** What a form sends of one entry. */
const asked = z.object({
  substance: plain('过敏原'),
  class: oneWord('药品类别', classIds).nullable().default(null),
  kind: oneWord('类别', kinds).default('allergy'),
  reaction: optionalText('反应', 40).transform((text) => text.replace(/[（）()\n]/g, ' ').trim()),
  severity: oneOf('程度', [0, 1, 2, 3]).default(0),
  ended: z
    .object({ on: localDate('失效日期'), reason: requiredText('失效原因', 60) })
    .nullable()
    .default(null),
})

/** What an answer says of one entry. */
const shown = z.object({
  substance: z.string(),
  class: z.enum(classIds).nullable(),
  kind: z.enum(kinds),
  reaction: z.string(),
  severity: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  ended: z.object({ on: z.string(), reason: z.string() }).nullable(),
})

/** The entries of a file as the database has them. */
export const storedAllergies = (value: unknown): AllergyEntry[] => z.array(shown).parse(value)

/** What somebody may not be given, one by one; left out: what the words of `allergyHistory` say. */
export const allergyEntries = {
  label: '过敏清单',
  blank: [],
  ask: z
    .array(asked, { error: '过敏清单应为列表' })
    .max(ALLERGY_ENTRIES, { error: `过敏清单不能超过${ALLERGY_ENTRIES}项` })
    .optional(),
  shown: z.array(shown),
}
