import {
  cephFigures,
  gradeKeys,
  gradeNames,
  gradesOf,
  parParts,
  relationNames,
  springNames,
  strippingSums,
  symmetryNames,
  visitMeasureKeys,
  visitMeasures,
  wireText,
  type CephFigure,
  type GradeKey,
  type Span,
} from '@dentin/clinical/orthodontics/index'
import { iotnItems, iotnOf } from '@dentin/clinical/model-analysis/iotn'
import { parseTeeth, toothText } from '@dentin/clinical/teeth'
import type { OrthoExam, OrthoFee, OrthoPlan, OrthoVisitContent } from './ortho-sections.ts'

const said = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join('，')
const teethWords = (text: string): string => (text === '' ? '' : toothText(parseTeeth(text)))
const unit = (label: string, value: number | null, of = 'mm'): string | null =>
  value === null ? null : `${label} ${String(value).replace('-', '−')} ${of}`.trimEnd()
const named = (label: string, text: string | null | undefined): string | null =>
  text === null || text === undefined || text === '' ? null : `${label}${text}`
const line = (head: string, body: string): string | null => (body === '' ? null : `${head}：${body}`)
const lines = (...all: (string | null)[]): string[] => all.filter((each): each is string => each !== null)

/** 上颌 0.018×0.025 镍钛 */
function wireWords(visit: OrthoVisitContent): string {
  const of = (arch: 'upper' | 'lower', word: string) => {
    const wire = arch === 'upper' ? visit.upperWire : visit.lowerWire
    if (visit.wiresOff.includes(arch)) return `${word}拆除`
    return wire === null ? null : `${word} ${wireText(wire)}`
  }
  return said(of('upper', '上'), of('lower', '下'))
}

/** What a monthly visit says, a line for each thing. */
export function orthoVisitLines(visit: OrthoVisitContent): string[] {
  const elastics = visit.elastics?.map(
    ({ type, size, force, teeth, hours }) =>
      `${type} ${size} ${force} oz ${teeth.join('–')}${hours === null ? '' : `，每天 ${hours} 小时`}`,
  )
  const spans = <K extends string>(list: readonly Span<K>[] | null, word: string, name: (kind: K) => string) =>
    list === null
      ? null
      : list.length === 0
        ? `${word}已去`
        : list.map((each) => `${name(each.kind)} ${each.from}–${each.to}`).join('，')
  const { tray } = visit
  const sums = strippingSums(visit.stripping)
  return lines(
    line('阶段', visit.phase ?? ''),
    line('弓丝', wireWords(visit)),
    line('橡皮圈', elastics === undefined ? '' : elastics.length === 0 ? '停用' : elastics.join('；')),
    line(
      '牵引',
      said(
        spans(visit.chains, '链圈', (kind) => `${kind}链圈`),
        spans(visit.springs, '簧', (kind) => springNames[kind]),
      ),
    ),
    line(
      '隐形',
      tray === null
        ? ''
        : said(
            `第 ${tray.no} / ${tray.total} 副`,
            tray.refinement > 0 && `精调 ${tray.refinement}`,
            `每副 ${tray.daysPerTray} 天`,
          ),
    ),
    line('每天佩戴', visit.wearHours === null ? '' : `${visit.wearHours} 小时`),
    line('托槽脱落', visit.bracketLoss.join(' ')),
    line('重粘托槽', visit.rebonded.join(' ')),
    line('附件脱落', visit.attachmentLoss.join(' ')),
    line('重粘附件', visit.attachmentsRebonded.join(' ')),
    line(
      '片切',
      visit.stripping.length === 0
        ? ''
        : `${visit.stripping.map(({ between, mm }) => `${between.join('/')} ${mm} mm`).join('，')}（上颌共 ${sums.upper} mm，下颌共 ${sums.lower} mm）`,
    ),
    line('弯制', visit.bends),
    line('本次', visit.works.join('、')),
    line('测量', said(...visitMeasureKeys.map((key) => unit(visitMeasures[key].name, visit.measures[key])))),
    line('卫生', visit.hygiene ?? ''),
    line('配合', visit.cooperation ?? ''),
    line('下一步', said(visit.next.join('、'), visit.nextPlan)),
    line('复诊', visit.interval === null ? '' : `${visit.interval} 周后`),
  )
}

/** A monthly visit in one line, for lists. */
export function orthoVisitSummary(visit: OrthoVisitContent): string {
  const elastics = visit.elastics?.map(({ type, teeth }) => `${type} ${teeth.join('–')}`).join('，')
  return [
    wireWords(visit),
    visit.tray && `第 ${visit.tray.no}/${visit.tray.total} 副`,
    elastics,
    visit.bracketLoss.length > 0 && `${visit.bracketLoss.join(' ')} 托槽脱落`,
    visit.rebonded.length > 0 && `重粘 ${visit.rebonded.join(' ')}`,
    visit.works.join('、'),
  ]
    .filter(Boolean)
    .join('；')
}

/** '首付 6800，余 24 期 × 500，每月 5 日' */
export const orthoFeeText = ({ total, down, count, each, day }: OrthoFee): string =>
  said(`共 ${total} 元`, `首付 ${down}`, count > 0 && `余 ${count} 期 × ${each}，每月 ${day} 日`)

/** What is signed of a plan: changed in anything of it, it has to be signed again. */
export interface OrthoTerms {
  appliance: string | null
  /** Teeth to be taken out, as stored text. */
  extraction: string
  months: number | null
  fee: OrthoFee | null
}

/** The terms as a text that is equal for equal terms. */
export const orthoTermsKey = ({ appliance, extraction, months, fee }: OrthoTerms): string =>
  [appliance, extraction, months, fee?.total, fee?.down, fee?.count, fee?.each, fee?.day]
    .map((each) => each ?? '')
    .join('|')

/** The terms as the patient reads them before signing; the whole fee stands apart. */
export const orthoTermsText = (planName: string, { appliance, extraction, months, fee }: OrthoTerms): string =>
  said(
    planName,
    appliance,
    extraction === '' ? '不拔牙' : `拔 ${teethWords(extraction)}`,
    months !== null && `约 ${months} 月`,
    fee !== null && `首付 ${fee.down}`,
    fee !== null && fee.count > 0 && `余 ${fee.count} 期 × ${fee.each}，每月 ${fee.day} 日`,
  )

/** A plan in one line. */
export const orthoPlanText = (plan: OrthoPlan): string =>
  said(
    plan.name,
    plan.appliance,
    plan.extraction === '' ? '不拔牙' : `拔 ${teethWords(plan.extraction)}`,
    named('支抗', plan.anchorage),
    plan.months !== null && `约 ${plan.months} 月`,
    plan.fee !== null && orthoFeeText(plan.fee),
    named('风险：', plan.risks),
  )

/** An item of the IOTN in words. */
const iotnWords = (code: string): string => `${code} ${iotnItems.find((item) => item.code === code)?.nameZh ?? ''}`

/** What an examination comes to. */
export const orthoDiagnosisText = (exam: OrthoExam): string =>
  said(named('骨性', exam.skeletalClass), named('牙性：', exam.dentalClass), named('软组织：', exam.softTissue))

/** The grades of an examination: what was set by hand before what was worked out; the doctor's IOTN is a code of its own. */
export function orthoGrades(exam: OrthoExam): Record<GradeKey, { word: string | null; byHand: boolean }> {
  const computed = gradesOf(exam)
  return Object.fromEntries(
    gradeKeys.map((key) => {
      if (key === 'iotn' && exam.iotn !== null)
        return [key, { word: iotnWords(exam.iotn), byHand: iotnOf(exam)?.code !== exam.iotn }]
      const byHand = exam.gradesByHand[key]
      return [key, byHand ? { word: byHand, byHand: true } : { word: computed[key], byHand: false }]
    }),
  ) as Record<GradeKey, { word: string | null; byHand: boolean }>
}

const yesNo = (value: boolean | null, word: string): string | null =>
  value === null ? null : value ? `有${word}` : `无${word}`
const relation = (label: string, code: number | null): string | null =>
  code === null ? null : `${label}${relationNames[code as keyof typeof relationNames]}`
const midline = (label: string, mm: number | null): string | null =>
  mm === null ? null : mm === 0 ? `${label}居中` : `${label}偏${mm > 0 ? '左' : '右'} ${Math.abs(mm)} mm`

/** Which part of the lower crown is covered, by the thirds and halves that overbite is graded in. */
const overbitePart = (part: number): string =>
  part <= 1 / 3 ? '≤1/3' : part <= 1 / 2 ? '1/3–1/2' : part <= 2 / 3 ? '1/2–2/3' : '>2/3'

/** What a first examination says, a line for each part. */
export function orthoExamLines(exam: OrthoExam): string[] {
  const grades = orthoGrades(exam)
  const cephKeys = Object.keys(cephFigures) as CephFigure[]
  const symmetry = exam.symmetry === null ? null : symmetryNames[exam.symmetry as keyof typeof symmetryNames]
  const scored = Object.entries(exam.par).flatMap(([key, value]) =>
    value === null ? [] : [`${parParts[key as keyof typeof parParts]} ${value}`],
  )
  return lines(
    line(
      '病史',
      said(
        exam.growthHistory,
        named('青春期', exam.puberty),
        unit('初潮', exam.menarcheAge, '岁'),
        unit('变声', exam.voiceBreakAge, '岁'),
        exam.badHabits.length > 0 && `不良习惯：${exam.badHabits.join('、')}`,
        named('家族：', exam.familyMalocclusion),
        named('既往正畸：', exam.pastOrtho),
        named('外伤：', exam.traumaHistory),
        named('耳鼻喉：', exam.ent),
        named('心理：', exam.psychology),
        named('期望：', exam.expectation),
        named('配合：', exam.cooperation),
      ),
    ),
    line(
      '正面',
      said(
        symmetry && `面部${symmetry}${exam.symmetryMm ? ` ${exam.symmetryMm} mm` : ''}`,
        exam.faceType,
        unit('上三分', exam.thirdUpper),
        unit('中三分', exam.thirdMiddle),
        unit('下三分', exam.thirdLower),
        named('唇闭合', exam.lipClosure),
        unit('露龈', exam.gummySmile),
        midline('上中线', exam.midlineUpper),
        midline('下中线', exam.midlineLower),
      ),
    ),
    line(
      '侧面',
      said(
        named('', exam.profile && `${exam.profile}面型`),
        named('鼻唇角', exam.nasolabialAngle),
        named('唇突度', exam.lipProtrusion),
        named('颏部', exam.chin),
        exam.mandibularPlane,
      ),
    ),
    line(
      '牙列',
      said(
        exam.dentition,
        named('缺失 ', teethWords(exam.missingTeeth)),
        named('多生 ', teethWords(exam.supernumerary)),
        named('阻生 ', teethWords(exam.impacted)),
        named('龋 ', teethWords(exam.caries)),
        named('上牙弓', exam.archFormUpper),
        named('下牙弓', exam.archFormLower),
        unit('上拥挤', exam.crowdingUpper),
        unit('下拥挤', exam.crowdingLower),
        unit('上间隙', exam.spacingUpper),
        unit('下间隙', exam.spacingLower),
        unit('Spee 左', exam.speeLeft),
        unit('Spee 右', exam.speeRight),
        unit('Bolton 前牙比', exam.boltonAnterior, '%'),
        unit('Bolton 全牙比', exam.boltonTotal, '%'),
      ),
    ),
    line(
      '咬合',
      said(
        relation('右磨牙', exam.molarRight),
        relation('左磨牙', exam.molarLeft),
        relation('右尖牙', exam.canineRight),
        relation('左尖牙', exam.canineLeft),
        named('安氏', exam.angleType),
        unit('覆盖', exam.overjet),
        exam.overbite === null ? null : `覆𬌗 ${overbitePart(exam.overbite)}`,
        unit('开𬌗', exam.openBite),
        named('反𬌗 ', teethWords(exam.crossbiteTeeth)),
        named('锁𬌗 ', teethWords(exam.scissorbiteTeeth)),
        named('功能性移位：', exam.functionalShift),
      ),
    ),
    line(
      '关节',
      said(
        yesNo(exam.tmjClick, '弹响'),
        yesNo(exam.tmjPain, '疼痛'),
        unit('开口度', exam.tmjOpening),
        named('开口型', exam.tmjDeviation),
      ),
    ),
    line('牙周', said(exam.periodontalStatus, named('口腔卫生', exam.oralHygiene))),
    line(
      '分析',
      said(
        exam.modelAnalysis,
        ...cephKeys.map((key) => unit(key, exam.ceph[key], '°')),
        exam.cephSummary,
        named('骨龄 ', exam.boneAgeStage),
        named('CBCT：', exam.cbctFindings),
        scored.length > 0 && `PAR：${scored.join(' ')}`,
      ),
    ),
    line(
      '分级',
      said(
        ...gradeKeys.map((key) => {
          const { word, byHand } = grades[key]
          return word === null ? null : `${gradeNames[key]} ${word}${byHand ? '（医生改）' : ''}`
        }),
      ),
    ),
    line('诊断', orthoDiagnosisText(exam)),
    line('问题', exam.problems.map((each, n) => `${n + 1}. ${each}`).join('；')),
    line('目标', exam.goals.map((each, n) => `${n + 1}. ${each}`).join('；')),
    ...exam.plans.map((plan, n) => `方案${'一二三四'[n]}${plan.chosen ? '（选定）' : ''}：${orthoPlanText(plan)}`),
    line('患者选择', exam.patientChoice),
  )
}
