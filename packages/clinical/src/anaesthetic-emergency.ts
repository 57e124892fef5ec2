import { lipidRescue } from './anaesthetic.ts'
import { isChild } from './anaesthetic-facts.ts'

/** What is done when an anaesthetic goes wrong, or is to wear off: a title and its steps, in words. */
export interface EmergencyText {
  id: 'lipid' | 'anaphylaxis' | 'reversal'
  title: string
  steps: string[]
  source: string
}

/** Up to two places, rounded down: never more than was worked out. */
const amount = (value: number): string => String(Math.floor(value * 100 + 1e-6) / 100)

const ANAPHYLAXIS_MG_PER_KG = 0.01
const ANAPHYLAXIS_MOST_MG = { adult: 0.5, child: 0.3 } as const

function lipidSteps(weightKg: number | null): string[] {
  const first = '停止注射，呼叫急救，吸氧并保持气道，控制惊厥，监护'
  if (weightKg === null)
    return [
      first,
      '20% 脂肪乳：体重 70 kg 及以下 1.5 ml/kg，2–3 分钟推完，再以 0.25 ml/kg/min 输注',
      '体重 70 kg 以上：100 ml，2–3 分钟推完，再以 200–250 ml 于 15–20 分钟输完',
      '总量不超过 12 ml/kg',
    ]
  const dose = lipidRescue(weightKg)
  const then =
    'infusionMl' in dose
      ? `再以 ${dose.infusionMl.join('–')} ml 于 ${dose.infusionMin.join('–')} 分钟输完`
      : `再以 ${amount(dose.infusionMlPerMin)} ml/min 输注（0.25 ml/kg/min × ${weightKg} kg）`
  const how = 'infusionMl' in dose ? '体重 70 kg 以上' : `1.5 ml/kg × ${weightKg} kg`
  return [
    first,
    `20% 脂肪乳先推 ${amount(dose.bolusMl)} ml，2–3 分钟推完（${how}）`,
    then,
    `总量不超过 ${amount(dose.maxMl)} ml（12 ml/kg）`,
  ]
}

function anaphylaxisSteps({ weightKg, age }: { weightKg: number | null; age: number | null }): string[] {
  const { adult, child } = ANAPHYLAXIS_MOST_MG
  const most = isChild({ age }) ? child : adult
  const worked =
    weightKg === null
      ? `肾上腺素 0.01 mg/kg 肌内注射，成人最多 ${adult} mg，儿童最多 ${child} mg`
      : `肾上腺素 ${amount(Math.min(ANAPHYLAXIS_MG_PER_KG * weightKg, most))} mg 肌内注射（0.01 mg/kg × ${weightKg} kg，${
          age === null
            ? `成人最多 ${adult} mg，儿童最多 ${child} mg`
            : `${isChild({ age }) ? '儿童' : '成人'}最多 ${most} mg`
        }）`
  return ['停止给药，呼叫急救，平卧抬高下肢，吸氧', worked]
}

function reversalSteps({ weightKg, age }: { weightKg: number | null; age: number | null }): string[] {
  const common = '酚妥拉明每支 0.4 mg，与所用局麻药按支数 1:1，注射在原部位；使用前核对国内批准情况'
  const [adult, large, small] = [
    '成人最多 0.8 mg',
    '不满 12 岁、体重 30 kg 以上最多 0.4 mg',
    '满 3 岁、体重 15–30 kg 最多 0.2 mg',
  ]
  if (age === null || (age < 12 && weightKg === null)) return [common, adult, large, small]
  if (age >= 12) return [common, adult]
  if (age < 3 || (weightKg ?? 0) < 15) return [common, '不满 3 岁或体重不足 15 kg：不用']
  return [common, (weightKg ?? 0) > 30 ? large : small]
}

/**
 * Reversal and emergency of a local anaesthetic, with the amounts for a weight where it is known. Reference text, 待医师复核.
 * Source: clinical-calculators §6.4 (lipid: ASRA 2020).
 */
export function emergencyTexts(who: { weightKg: number | null; age: number | null }): EmergencyText[] {
  return [
    { id: 'lipid', title: '局麻药全身毒性反应', steps: lipidSteps(who.weightKg), source: 'ASRA 2020' },
    { id: 'anaphylaxis', title: '严重过敏反应', steps: anaphylaxisSteps(who), source: '急救参考剂量' },
    { id: 'reversal', title: '提前恢复感觉', steps: reversalSteps(who), source: '酚妥拉明说明书（国外）' },
  ]
}
