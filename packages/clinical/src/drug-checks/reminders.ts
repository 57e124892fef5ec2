import { drugClasses } from './classes.ts'
import { drugRules, type Severity } from './rules.ts'

/** What stands boxed at the head of a drug's page. */
export interface DrugReminder {
  severity: Severity
  text: string
}

/** Rules that stand at the head of a drug's page, and how they are said there. */
const shownRules: Readonly<Record<string, (text: string) => string>> = {
  alcohol: () => '用药期间及停药后不饮酒',
  'age-tetracycline': (text) => text,
  'age-quinolone': (text) => text,
  'pair-warfarin-block': (text) => `与华法林合用：${text}`,
}

/**
 * What must be seen of a drug before it is prescribed. Source: clinical-calculators §7; the rules of `drugRules` where there is
 * one, 待药师复核.
 * @param code id in the shared list; null: a drug that the list does not hold
 */
export function drugReminders(code: string | null): DrugReminder[] {
  if (code === null) return []
  const ofRules = drugRules.flatMap(({ id, drugs, severity, text }) =>
    shownRules[id] && drugs.includes(code) ? [{ severity, text: shownRules[id](text) }] : [],
  )
  const isPenicillin = (drugClasses.penicillin as readonly string[]).includes(code)
  return [
    ...(isPenicillin ? [{ severity: '阻断' as const, text: '使用前做青霉素皮试，阳性者禁用' }] : []),
    ...(code === 'carbamazepine'
      ? [{ severity: '强提示' as const, text: '携带 HLA-B*1502 者可发生严重皮肤反应：用药前询问或检测' }]
      : []),
    ...ofRules,
  ]
}
