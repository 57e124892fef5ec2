import { anaestheticRisks, anaestheticRisksIn, type AnaestheticPerson } from '@dentin/clinical/anaesthetic-facts'
import { anaestheticProblems } from '@dentin/clinical/anaesthetic'
import type { AnaestheticRisk } from '@dentin/clinical/anaesthetic-words'
import { anaesthetics, CARTRIDGES_ML, type AnaestheticRules } from '@dentin/clinical/anaesthetic-data'
import type { WireOutput } from '@dentin/contract/core/call'
import { anaesthetic } from '@dentin/contract/anaesthetic'
import { useCall } from '../../lib/query.ts'
import { urlEnum, urlOptional, useUrlState, type UrlCodec } from '../../ui/index.ts'

export type FileFacts = WireOutput<typeof anaesthetic.patient>

/** A number of the form: undefined while nobody has typed (the file's holds), null when it was emptied. */
const typedNumber: UrlCodec<number | null | undefined> = {
  parse: (text) => (text === null ? undefined : text === '' || !Number.isFinite(Number(text)) ? null : Number(text)),
  format: (value) => (value === undefined ? null : value === null ? '' : String(value)),
}
const typedRisks: UrlCodec<AnaestheticRisk[] | undefined> = {
  parse: (text) =>
    text === null ? undefined : (text.split(',').filter((each) => each in anaestheticRisks) as AnaestheticRisk[]),
  format: (value) => (value === undefined ? null : value.join(',')),
}

/** What was given before, as `drug*ml` pieces. */
export interface GivenRow {
  drug: string
  ml: number | null
}
const known = (drug: string) => anaesthetics.some(({ id }) => id === drug)
const givenRows: UrlCodec<GivenRow[]> = {
  parse: (text) =>
    (text ?? '').split(',').flatMap((piece) => {
      const [drug = '', ml = ''] = piece.split('*')
      return known(drug) ? [{ drug, ml: ml === '' || !Number.isFinite(Number(ml)) ? null : Number(ml) }] : []
    }),
  format: (rows) => (rows.length === 0 ? null : rows.map(({ drug, ml }) => `${drug}*${ml ?? ''}`).join(',')),
}

/** Dilutions of adrenaline, the usual one first. */
export const ratios = ['1:100000', '1:200000', '1:80000', '1:50000'] as const

const state = {
  patientId: urlOptional,
  weight: typedNumber,
  age: typedNumber,
  /** Below one year: not yet six months. */
  small: urlEnum(['', '0', '1'], ''),
  asa: typedNumber,
  risks: typedRisks,
  drug: urlEnum(
    anaesthetics.map(({ id }) => id),
    'articaine4_epi100k',
  ),
  cartridge: urlEnum(CARTRIDGES_ML.map(String), '1.7'),
  rules: urlEnum(['standard', 'conservative'] as const, 'standard'),
  ratio: urlEnum(ratios, '1:100000'),
  given: givenRows,
}

/** A field as the form shows it: its value, and whether the file gave it or somebody typed. */
interface Filled<T> {
  value: T
  fromFile: boolean
  typed: boolean
}

export interface DoseForm {
  patientId: string | null
  file: FileFacts | undefined
  failed: { message: string; retry: () => void } | null
  weight: Filled<number | null>
  age: Filled<number | null>
  underSixMonths: Filled<boolean>
  asa: Filled<number | null>
  risks: Filled<AnaestheticRisk[]>
  /** What of the file's words made each ticked risk. */
  said: ReadonlyMap<AnaestheticRisk, string>
  drug: string
  cartridgeMl: number
  rules: AnaestheticRules
  ratio: (typeof ratios)[number]
  given: GivenRow[]
  set: ReturnType<typeof useUrlState<typeof state>>[1]
}

const filled = <T>(typed: T | undefined, ofFile: T | undefined, empty: T): Filled<T> =>
  typed === undefined
    ? { value: ofFile ?? empty, fromFile: ofFile !== undefined && ofFile !== null, typed: false }
    : { value: typed, fromFile: false, typed: true }

/** The risks that a file names, and in which words. */
function risksOf(file: FileFacts | undefined): Map<AnaestheticRisk, string> {
  const found = new Map(anaestheticRisksIn(file?.words ?? []).map(({ risk, said }) => [risk, said]))
  if (file?.pregnant) found.set('pregnant', '病历记有妊娠')
  return found
}

/**
 * What is typed into a calculator, kept in its address so that the four share it; opened for a patient, what nobody typed comes
 * from the file.
 * @param open the public variant: asks the server nothing
 */
export function useDoseForm(open: boolean): DoseForm {
  const [typed, set] = useUrlState(state)
  const patientId = open ? null : typed.patientId
  const asked = useCall(anaesthetic.patient, { id: patientId ?? '' }, { enabled: patientId !== null, keep: false })
  const file = asked.data
  const said = risksOf(file)
  return {
    patientId,
    file,
    failed: asked.error ? { message: asked.error.message, retry: () => void asked.refetch() } : null,
    weight: filled(typed.weight, file?.weight?.kg, null),
    age: filled(typed.age, file?.age ?? undefined, null),
    underSixMonths: filled(
      typed.small === '' ? undefined : typed.small === '1',
      file?.months === null || file === undefined ? undefined : file.months < 6,
      false,
    ),
    asa: filled(typed.asa, file?.asa ?? undefined, null),
    risks: filled(typed.risks, said.size > 0 ? [...said.keys()] : undefined, []),
    said,
    drug: typed.drug,
    cartridgeMl: Number(typed.cartridge),
    rules: typed.rules,
    ratio: typed.ratio,
    given: typed.given,
    set,
  }
}

/** What is wrong beside each field. One that nobody has touched yet is only still to be filled. */
export type Wrong = Readonly<Record<string, string>>

/** @param ageNeeded children: without an age nothing is worked out */
export function wrongOf(
  { weight, age, given }: DoseForm,
  { ageNeeded, adultFrom }: { ageNeeded?: boolean; adultFrom?: number } = {},
): Wrong {
  const found = anaestheticProblems({ weightKg: weight.value, age: age.value, ml: given.map(({ ml }) => ml) })
  if (ageNeeded && age.value === null && age.typed) found.push({ field: 'age', message: '请填年龄' })
  if (adultFrom !== undefined && (age.value ?? 0) >= adultFrom)
    found.push({ field: 'age', message: `${adultFrom} 岁及以上请用「单药最大量」` })
  const open = found.filter(({ field }) => field !== 'weightKg' || weight.value !== null || weight.typed)
  return Object.fromEntries(open.map(({ field, message }) => [field, message]))
}

/** Whom the form describes; null while the weight is not one. */
export function personOf(form: DoseForm): AnaestheticPerson | null {
  const { weight, age, underSixMonths, asa, risks } = form
  if (weight.value === null) return null
  return {
    weightKg: weight.value,
    age: age.value,
    underSixMonths: age.value === 0 && underSixMonths.value,
    asa: asa.value,
    risks: risks.value,
  }
}
