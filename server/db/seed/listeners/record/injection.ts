import { lineFromWords, strengthOf, type AnaestheticLineDose } from '@dentin/clinical/anaesthetic-lines'
import { findTooth, formatTeeth, parseTeeth } from '@dentin/clinical'
import type { AnaestheticLine } from '@dentin/contract/core/anaesthetic-line'
import { addDays, addMonths, formatDate, formatTime } from '@dentin/kit'
import type { Random } from '../../random.ts'

/** Who is injected when and by whom. */
export interface Injecting {
  /** Dice of their own: the story has lines of anaesthetics since lately. */
  dice: Random
  /** The person sits in the chair. */
  at: Date
  age: number
  by: string
}

/** Articaine is not given before; younger children get another. */
const ARTICAINE_FROM = 4
const FOR_THE_YOUNG = 'lidocaine2_epi100k'
/** From sitting down to the needle, in minutes. */
const BEFORE = [3, 9] as const
/** So long a cartridge keeps, and so long it has lain when a clinic begins with its lot, in months. */
const KEEPS = 24
const LAIN = [3, 7] as const
/** Blood in the cartridge, of a hundred blocks. */
const ASPIRATED = 0.06

/** The line of a record that words of an anaesthetic stand for; null where they can't be read. */
export function injectionOf(
  { drug, dose }: { drug: string; dose: string },
  teeth: string,
  { dice, at, age, by }: Injecting,
): AnaestheticLine | null {
  const read = lineFromWords(drug, dose)
  if (!read) return null
  const given = forAge(read, age)
  const codes = parseTeeth(teeth).map(({ code }) => ({ code, surfaces: '' }))
  const isBlock = codes.some(({ code }) => takesBlock(code))
  const hasBlood = dice.chance(ASPIRATED) && isBlock
  return {
    ...given,
    cartridgeMl: given.drug.startsWith('articaine') ? 1.7 : 1.8,
    technique: isBlock ? '阻滞' : '浸润',
    teeth: formatTeeth(codes),
    time: formatTime(new Date(at.getTime() + dice.int(...BEFORE) * 60_000)),
    ...lotOf(dice, given.drug, at),
    aspiration: hasBlood ? '+' : '-',
    reaction: hasBlood ? '退针改变方向后回抽无血' : '无不适',
    givenBy: by,
    overReason: '',
  }
}

function forAge(line: AnaestheticLineDose, age: number): AnaestheticLineDose {
  const other = age < ARTICAINE_FROM && line.drug.startsWith('articaine') ? strengthOf(FOR_THE_YOUNG) : null
  return other ? { ...line, ...other, drug: FOR_THE_YOUNG } : line
}

/** Bone too thick to infiltrate: the molars of a grown lower jaw. */
function takesBlock(code: string): boolean {
  const tooth = findTooth(code)
  return tooth?.dentition === 'permanent' && /^[34][678]$/.test(code)
}

/** The lot that the clinics use of a drug in a quarter: whoever is injected then gets the same. */
function lotOf(dice: Random, drug: string, at: Date): { lot: string; expiry: string } {
  const [year, month] = formatDate(at).split('-').map(Number) as [number, number]
  const quarter = `${year}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
  const own = dice.of('lot', drug, quarter)
  const made = addMonths(quarter, -own.int(...LAIN))
  const lot = `${drug.startsWith('articaine') ? 'A' : 'L'}${made.slice(2, 4)}${made.slice(5, 7)}${own.int(10, 99)}`
  return { lot, expiry: addDays(addMonths(made, KEEPS), -1) }
}
