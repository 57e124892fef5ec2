import { drugClassNames } from './class-names.ts'
import { familiesOf, listedDrugs, membersOf, onceClasses } from './classes.ts'
import type { DrugFacts, DrugFinding, PrescribedDrug } from './facts.ts'
import { type DrugRule, drugRules, itemRules } from './rules.ts'
import { drugNamed, readWords } from './words.ts'

const day = 86_400_000
const listed = new Map(listedDrugs.map((drug) => [drug.id, drug]))
const idOf = ({ drugId, name }: Pick<PrescribedDrug, 'drugId' | 'name'>) =>
  drugId !== null && listed.has(drugId) ? drugId : drugNamed(name)

const unchecked = (ruleId: string, drugs: string[], datum: string, text: string): DrugFinding => ({
  ruleId,
  outcome: '无法自动核对',
  severity: '提示',
  drugs,
  datum,
  text: `无法自动核对：${text}`,
  source: '资料不全',
})

const hit = (rule: DrugRule, drugs: string[], datum: string): DrugFinding => ({
  ruleId: rule.id,
  outcome: '命中',
  severity: rule.severity,
  drugs,
  datum,
  text: rule.text,
  source: rule.source,
})

/**
 * Checks a prescription against what is known of the patient. Pure. A datum that is missing and a text that no
 * vocabulary holds give a finding 无法自动核对, so an empty answer means: all was known and nothing spoke against it.
 * Source: the rules of `drugRules`, none of them verified by a pharmacist yet.
 */
export function checkDrugs(prescribed: readonly PrescribedDrug[], facts: DrugFacts): DrugFinding[] {
  const findings: DrugFinding[] = []
  const drugs: string[] = []
  for (const line of prescribed) {
    const id = idOf(line)
    if (id) drugs.push(id)
    else findings.push(unchecked('unknown-drug', [line.name], `处方：${line.name}`, '药品不在药品资料中'))
  }
  const current = facts.recent.filter(
    ({ endsOn }) => endsOn === null || !(Date.parse(endsOn) < Date.parse(facts.today) - 14 * day),
  )
  for (const line of current)
    if (!idOf(line)) findings.push(unchecked('unknown-recent', [], `近期处方：${line.name}`, '药品不在药品资料中'))
  const medicines = read('medicine', facts.medicines, '用药史', findings)
  const diseases = read('disease', facts.diseases, '系统病史', findings)
  const recent = current.flatMap((line) => idOf(line) ?? [])

  findings.push(...allergyFindings(drugs, facts))
  for (const rule of drugRules) {
    const concerned = drugs.filter((drug) => rule.drugs.includes(drug))
    if (concerned.length > 0) findings.push(...ruleFindings(rule, concerned, facts, diseases))
    if (rule.condition.kind === 'pair')
      findings.push(...pairFindings(rule, rule.condition.others, drugs, [...medicines, ...recent]))
  }
  for (const rule of itemRules) {
    const item = facts.items.some((done) => (rule.items as readonly string[]).includes(done))
    const medicine = medicines.find((word) => (rule.medicines as readonly string[]).includes(word))
    if (item && medicine) findings.push(hit(rule, [], `用药史：${facts.medicines?.join('、') ?? ''}`))
  }
  findings.push(...twice(drugs, [...recent, ...medicines]), ...paracetamol(prescribed, current, medicines, facts))
  findings.push(...byWeight(drugs, facts))
  return findings
}

/**
 * What a prescription says to the patient because of its drugs, each sentence once with the drugs that it is about.
 * Source: the rules of `drugRules` of the kind `advice`.
 */
export function sheetAdvice(prescribed: readonly Pick<PrescribedDrug, 'drugId' | 'name'>[]): string[] {
  return drugRules.flatMap(({ drugs, condition }) => {
    if (condition.kind !== 'advice') return []
    const names = prescribed.filter((line) => drugs.includes(idOf(line) ?? '')).map(({ name }) => name)
    return names.length > 0 ? [`${names.join('、')}：${condition.onSheet}`] : []
  })
}

function read(kind: 'medicine' | 'disease', texts: readonly string[] | null, title: string, findings: DrugFinding[]) {
  if (texts === null) {
    findings.push(unchecked(`missing-${kind}`, [], `${title}：未询问`, `没有${title}`))
    return []
  }
  return texts.flatMap((text) => {
    const { found, unknown } = readWords(kind, text)
    for (const part of unknown) findings.push(unchecked(`unread-${kind}`, [], `${title}：${part}`, `“${part}”无法识别`))
    return found
  })
}

function allergyFindings(drugs: string[], facts: DrugFacts): DrugFinding[] {
  if (facts.allergies === null) return [unchecked('missing-allergy', [], '过敏史：未询问', '没有过敏史')]
  return facts.allergies
    .filter(({ status }) => status === 'active')
    .flatMap((allergy) => {
      const words = readWords('allergen', allergy.text)
      const found = [...new Set([...(allergy.class ? [allergy.class] : []), ...words.found])]
      const datum = `过敏史：${allergy.text || (allergy.class ? drugClassNames[allergy.class] : '')}`
      const findings = words.unknown.map((part) =>
        unchecked('unread-allergy', [], `过敏史：${part}`, `“${part}”无法识别`),
      )
      if (allergy.class === null && allergy.text.trim() === '')
        findings.push(unchecked('unread-allergy', [], '过敏史：空白', '过敏史没有写明过敏原'))
      const wide = [...new Set(found.flatMap((word) => (listed.has(word) ? [word, ...familiesOf(word)] : [word])))]
      for (const drug of drugs) {
        const direct = (allergy.kind === 'adverse' ? found : wide).find((word) => membersOf(word).includes(drug))
        if (!direct) continue
        const adverse = allergy.kind === 'adverse'
        findings.push({
          ruleId: `allergy-${direct}`,
          outcome: '命中',
          severity: adverse ? '提示' : '阻断',
          drugs: [drug],
          datum,
          text: adverse ? '曾有不良反应' : '对本药或同类药过敏',
          source: '药品说明书（待药师复核）',
        })
      }
      if (allergy.kind === 'allergy') findings.push(...crossFindings(drugs, wide, allergy.reaction, datum))
      return findings
    })
}

function crossFindings(drugs: string[], allergens: string[], reaction: string, datum: string): DrugFinding[] {
  return drugRules.flatMap((rule) => {
    const { condition } = rule
    if (condition.kind !== 'crossAllergy' || !allergens.includes(condition.allergy)) return []
    const concerned = drugs.filter((drug) => rule.drugs.includes(drug))
    if (concerned.length === 0) return []
    if (condition.reaction === 'any' || condition.reaction === reaction) return [hit(rule, concerned, datum)]
    // The strictest is assumed when nobody wrote how the patient reacted, and the finding says so.
    if (reaction !== 'unknown' || condition.reaction !== 'immediateSevere') return []
    return [
      hit(rule, concerned, datum),
      unchecked(`missing-reaction`, concerned, datum, '没有过敏反应类型，按最严处理'),
    ]
  })
}

function ruleFindings(rule: DrugRule, drugs: string[], facts: DrugFacts, diseases: string[]): DrugFinding[] {
  const { condition } = rule
  const { age, pregnancy } = facts
  const mayBear = facts.sex !== 'male' && (age === null || (age >= 12 && age <= 50))
  switch (condition.kind) {
    case 'age':
      if (age === null || !(age >= 0)) return [unchecked(rule.id, drugs, '年龄：未知', `没有年龄，${rule.text}`)]
      return age < condition.below ? [hit(rule, drugs, `年龄 ${age} 岁`)] : []
    case 'pregnancy': {
      if (pregnancy.state === 'unknown')
        return mayBear ? [unchecked(rule.id, drugs, '妊娠：未询问', `请询问是否妊娠，${rule.text}`)] : []
      if (pregnancy.state === 'notPregnant') return []
      const week = pregnancy.week
      if (week === null || !(week >= 0))
        return [
          hit(rule, drugs, '妊娠：孕周未知'),
          unchecked(`${rule.id}-week`, drugs, '妊娠：孕周未知', '没有孕周，按最严处理'),
        ]
      return week >= condition.from && week < condition.before ? [hit(rule, drugs, `妊娠 ${week} 周`)] : []
    }
    case 'lactation':
      if (facts.lactating === null)
        return mayBear ? [unchecked(rule.id, drugs, '哺乳：未询问', `请询问是否哺乳，${rule.text}`)] : []
      return facts.lactating ? [hit(rule, drugs, '哺乳期')] : []
    case 'disease':
      return diseases.includes(condition.disease)
        ? [hit(rule, drugs, `系统病史：${facts.diseases?.join('、') ?? ''}`)]
        : []
    case 'advice':
      return [hit(rule, drugs, '处方')]
    default:
      return []
  }
}

function pairFindings(rule: DrugRule, others: readonly string[], drugs: string[], taken: string[]): DrugFinding[] {
  const findings = new Map<string, DrugFinding>()
  const all = [...drugs, ...taken]
  for (const one of all.filter((drug) => rule.drugs.includes(drug)))
    for (const other of all.filter((drug) => others.includes(drug) && drug !== one)) {
      if (!drugs.includes(one) && !drugs.includes(other)) continue
      const both = [one, other].sort()
      findings.set(both.join(), hit(rule, both, `合用：${both.map((id) => listed.get(id)?.nameZh ?? id).join(' + ')}`))
    }
  return [...findings.values()]
}

function twice(drugs: string[], taken: string[]): DrugFinding[] {
  return onceClasses.flatMap((name) => {
    const now = drugs.filter((drug) => membersOf(name).includes(drug))
    const all = [...now, ...taken.filter((drug) => membersOf(name).includes(drug))]
    if (now.length === 0 || all.length < 2) return []
    return [
      {
        ruleId: `twice-${name}`,
        outcome: '命中',
        severity: '阻断',
        drugs: [...new Set(all)],
        datum: '本次处方、14 天内处方与用药史',
        text: `14 天内重复使用${drugClassNames[name]}`,
        source: '待药师复核',
      },
    ]
  })
}

function paracetamol(
  prescribed: readonly PrescribedDrug[],
  recent: DrugFacts['recent'],
  medicines: string[],
  facts: DrugFacts,
) {
  const is = (line: PrescribedDrug) => idOf(line) === 'paracetamol'
  const now = prescribed.filter(is)
  if (now.length === 0) return []
  const lines = [...now, ...recent.filter((line) => is(line) && !(line.endsOn !== null && line.endsOn < facts.today))]
  const sum = lines.reduce((total, { dailyMg }) => total + (dailyMg ?? 0), 0)
  const findings: DrugFinding[] = []
  if (sum > 4000)
    findings.push({
      ruleId: 'paracetamol-day',
      outcome: '命中',
      severity: '阻断',
      drugs: ['paracetamol'],
      datum: `对乙酰氨基酚每日合计 ${sum} mg`,
      text: '对乙酰氨基酚每日不超过 4 g（所有制剂合计）',
      source: '待药师复核',
    })
  if (lines.some(({ dailyMg }) => dailyMg === null || Number.isNaN(dailyMg)) || medicines.includes('paracetamol'))
    findings.push(unchecked('paracetamol-day', ['paracetamol'], '对乙酰氨基酚：日剂量未知', '每日合计剂量算不出'))
  return findings
}

/** Children are dosed by weight: without one it says so, with one it shows both to be compared by hand. */
function byWeight(drugs: string[], { age, weightKg }: DrugFacts): DrugFinding[] {
  if (age !== null && age >= 14) return []
  return drugs
    .filter((drug) => /mg\/kg/.test(listed.get(drug)?.pediatricDose ?? ''))
    .map((drug) => {
      const dose = listed.get(drug)?.pediatricDose ?? ''
      const weight = weightKg !== null && weightKg > 0 ? `体重 ${weightKg} kg` : '体重：未知'
      return unchecked('child-weight', [drug], weight, `儿童按体重计量，请人工核对（${dose}）`)
    })
}
