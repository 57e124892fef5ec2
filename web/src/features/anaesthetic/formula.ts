import {
  anaesthetic,
  capOf,
  laMax,
  limitOf,
  type AnaestheticPatient,
  type LargestDose,
  type MixedDose,
} from '@dentin/clinical/anaesthetic'
import { adrenalineCapInWords, factorOf, type AnaestheticPerson } from '@dentin/clinical/anaesthetic-facts'

/** One line of how a dose was worked out. */
export interface Step {
  label: string
  text: string
  /** This line decides. */
  decides?: boolean
}

/** A number for reading, rounded down to two places: never more than was worked out. */
export const shown = (value: number): string => String(Math.floor(value * 100 + 1e-6) / 100)

const inMl = (ug: number, ugPerMl: number) => shown(ug / ugPerMl)

export const limitNames = {
  mgPerKg: '按体重',
  absolute: '绝对上限',
  vasoconstrictor: '肾上腺素限量',
} as const

/** How the largest dose of one drug comes about, with the numbers put in. */
export function maxSteps(
  drugId: string,
  who: AnaestheticPerson,
  patient: AnaestheticPatient,
  cartridgeMl: number,
): { dose: LargestDose; steps: Step[] } {
  const drug = anaesthetic(drugId)
  const dose = laMax(drugId, patient, cartridgeMl)
  if (!dose.allowed) return { dose, steps: [] }
  const { mgPerKg, maxMg } = limitOf(drug, patient)
  const byWeight = mgPerKg * who.weightKg
  const { factor, reason } = factorOf(drugId, who)
  const mg = Math.min(byWeight, maxMg) * factor
  const steps: Step[] = [
    {
      label: '按体重',
      text: `${mgPerKg} mg/kg × ${who.weightKg} kg = ${shown(byWeight)} mg`,
      decides: dose.limitedBy === 'mgPerKg',
    },
    { label: '绝对上限', text: `${maxMg} mg`, decides: dose.limitedBy === 'absolute' },
    ...(factor === 1
      ? []
      : [{ label: '系数', text: `${shown(Math.min(byWeight, maxMg))} mg × ${factor} = ${shown(mg)} mg（${reason}）` }]),
    { label: '换成体积', text: `${shown(mg)} mg ÷ ${drug.mgPerMl} mg/ml = ${shown(mg / drug.mgPerMl)} ml` },
    ...(drug.adrenalineUgPerMl === 0
      ? []
      : [
          {
            label: '肾上腺素',
            text: `${adrenalineCapInWords(who)} ÷ ${drug.adrenalineUgPerMl} µg/ml = ${inMl(capOf(patient), drug.adrenalineUgPerMl)} ml`,
            decides: dose.limitedBy === 'vasoconstrictor',
          },
        ]),
    {
      label: '换成支数',
      text: `${shown(dose.maxMl)} ml ÷ ${cartridgeMl} ml/支 = ${dose.cartridgesDisplay} 支（舍去不足 0.1 支的）`,
    },
  ]
  return { dose, steps }
}

/** The part of its own largest dose that an amount of a drug is. */
function shareOf(drugId: string, ml: number, patient: AnaestheticPatient): { mg: number; max: number; share: number } {
  const drug = anaesthetic(drugId)
  const { mgPerKg, maxMg } = limitOf(drug, patient)
  const max = Math.min(mgPerKg * patient.weightKg, maxMg) * (patient.factorOf?.(drugId) ?? 1)
  const mg = ml * drug.mgPerMl
  return { mg, max, share: mg / max }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`

/** What was given already, and how the room for a next drug comes about. */
export function mixSteps(
  given: readonly { drug: string; ml: number }[],
  next: string,
  who: AnaestheticPerson,
  patient: AnaestheticPatient,
  mixed: MixedDose,
): { used: Step[]; room: Step[] } {
  const drug = anaesthetic(next)
  const { max } = shareOf(next, 0, patient)
  const byDrug = Math.max(0, ((1 - mixed.fractionUsed) * max) / drug.mgPerMl)
  const left = Math.max(0, capOf(patient) - mixed.adrenalineUg)
  const byAdrenaline = drug.adrenalineUgPerMl > 0 ? left / drug.adrenalineUgPerMl : Number.POSITIVE_INFINITY
  const used = given.map(({ drug: id, ml }) => {
    const { mg, max: most, share } = shareOf(id, ml, patient)
    return {
      label: anaesthetic(id).nameZh,
      text: `${ml} ml = ${shown(mg)} mg，上限 ${shown(most)} mg，占 ${percent(share)}`,
    }
  })
  return {
    used,
    room: [
      {
        label: '按毒性累加',
        text: `（1 − ${percent(mixed.fractionUsed)}）× ${shown(max)} mg ÷ ${drug.mgPerMl} mg/ml = ${shown(byDrug)} ml`,
        decides: byDrug <= byAdrenaline,
      },
      ...(drug.adrenalineUgPerMl === 0
        ? []
        : [
            {
              label: '肾上腺素',
              text: `（${adrenalineCapInWords(who)} − ${shown(mixed.adrenalineUg)} µg）÷ ${drug.adrenalineUgPerMl} µg/ml = ${shown(byAdrenaline)} ml`,
              decides: byAdrenaline < byDrug,
            },
          ]),
    ],
  }
}
