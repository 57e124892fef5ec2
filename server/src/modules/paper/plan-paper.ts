import { marksAfterPlan } from '@dentin/clinical/plan-marks'
import { chartSvg } from '@dentin/clinical/drawing'
import { parseTeeth, toothCrossParts, toothText } from '@dentin/clinical/teeth'
import type { contract, HandlerOutput } from '@dentin/contract'
import { planStates } from '@dentin/contract/treatment-plan'
import { formatDateTime, formatYuan, sum } from '@dentin/kit'
import type { Content, TableCell } from 'pdfmake'
import { bodyOfPaper, crossOf, FONT, framed } from '../../platform/pdf/frame.ts'
import type { PdfSource } from '../../platform/pdf/pdf.ts'
import { isCross, type RecordNotation } from '@dentin/contract/core/papers'
import { ageAt } from '../record/index.ts'
import type { Letterhead } from './letterhead.ts'
import { personWords } from './words.ts'

type Sheet = HandlerOutput<typeof contract.treatmentPlan.print>
type Option = Sheet['plan']['options'][number]

const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', ...more })

/** The teeth of a line; many of them, or a region, as words. */
function teethOf(teeth: string, notation: RecordNotation): TableCell {
  const selection = parseTeeth(teeth)
  if (teeth === '' || !isCross(notation)) return { text: toothText(selection, notation), fontSize: 8.5 }
  const parts = toothCrossParts(selection, notation)
  if (Object.values(parts).some((part) => part.length > 8)) return { text: toothText(selection), fontSize: 8.5 }
  return crossOf(parts) as TableCell
}

/** The phases of an option with their items, and what it costs. */
function pricesOf(
  { phases, lines, originalAmount, discountAmount, amount }: Option,
  percent: number,
  notation: RecordNotation,
): Content {
  // Words stand at the middle of a cross.
  const beside: [number, number, number, number] = [0, isCross(notation) ? 5 : 0, 0, 0]
  const rows = phases.flatMap((phase, index) => {
    const own = lines.filter((line) => line.phase === index + 1 && line.cancelledReason === '')
    const head: TableCell[] = [
      {
        text: `${index + 1}　${phase.name}${phase.visits > 0 ? `（${phase.visits} 次）` : ''}`,
        bold: true,
        colSpan: 3,
      },
      {},
      {},
      right(formatYuan(sum(own.map((line) => line.originalAmount))), { bold: true }),
    ]
    return [
      head,
      ...own.map((line): TableCell[] => [
        teethOf(line.teeth, notation),
        { text: line.name, margin: beside },
        right(`${line.qty} ${line.unit}`, { margin: beside }),
        right(formatYuan(line.originalAmount), { margin: beside }),
      ]),
    ]
  })
  const reduced = discountAmount > 0
  return {
    stack: [
      {
        layout: 'ruled',
        table: {
          dontBreakRows: true,
          widths: [80, '*', 50, 70],
          body: rows.length > 0 ? rows : [['', '还没有项目', '', '']],
        },
      },
      {
        margin: [4, 4, 4, 0],
        columns: [
          {
            width: '*',
            text: reduced
              ? `原价 ${formatYuan(originalAmount)}　整单 ${percent / 10} 折 −${formatYuan(discountAmount)}`
              : '',
            fontSize: 9,
          },
          { width: 'auto', text: `方案价 ${formatYuan(amount)} 元`, bold: true, fontSize: 12 },
        ],
      },
    ],
  }
}

/** One option: the mouth when it is done, its phases, its price, what speaks for it and against it. */
function optionOf(
  plan: Sheet['plan'],
  day: string,
  option: Option,
  index: number,
  width: number,
  notation: RecordNotation,
  whole: boolean,
): Content {
  const standing = option.lines.filter(({ cancelledReason }) => cancelledReason === '')
  const visits = option.phases.reduce((all, phase) => all + phase.visits, 0)
  const chart = chartSvg({
    age: ageAt(plan.birthDay, day),
    notation,
    marks: marksAfterPlan(plan.mouth, standing),
    size: 'full',
    width: Math.min(width - 4, 400),
    font: FONT,
  })
  const chosen = plan.chosenOptionId === null ? '' : plan.chosenOptionId === option.id ? '　患者已选' : '　未选'
  const facts = [
    option.doctorName,
    visits > 0 && `就诊 ${visits} 次`,
    option.months !== null && `约 ${option.months} 个月`,
  ].filter(Boolean)
  const said = (title: string, words: readonly string[]): Content & { width: string } => ({
    width: '*',
    text: words.length === 0 ? '' : [{ text: `${title}：`, bold: true }, words.join('；')],
    fontSize: 9,
  })
  return {
    margin: [0, index === 0 ? 0 : 14, 0, 0],
    // A small paper has no room for a whole option.
    unbreakable: whole,
    stack: [
      {
        columns: [
          { width: '*', text: `方案 ${index + 1}　${option.name}${chosen}`, bold: true, fontSize: 12 },
          { width: 'auto', text: facts.join('　'), fontSize: 9 },
        ],
      },
      { svg: chart.svg, width: Math.min(width, 404), alignment: 'center', margin: [0, 4, 0, 4] },
      pricesOf(option, plan.discountPercent, notation),
      { margin: [4, 4, 4, 0], columnGap: 12, columns: [said('有利', option.pros), said('要想到的', option.cons)] },
    ],
  }
}

/** A treatment plan on paper: each option with the mouth when it is done. */
export function planPaper(
  sheet: Sheet,
  verifyUrl: string,
  { logo, notation, paper }: Pick<Letterhead, 'logo' | 'notation' | 'paper'>,
): PdfSource {
  const { plan } = sheet
  const { width } = bodyOfPaper(paper)
  const day = formatDateTime(sheet.printedAt).slice(0, 10)
  return framed(
    {
      paper,
      logo,
      clinicName: plan.clinicName,
      clinicAddress: sheet.clinicAddress,
      clinicPhone: sheet.clinicPhone,
      title: '治疗计划',
      number: plan.planNo,
      mark: planStates.names[plan.status] ?? '',
      patient: [...personWords(plan, day), `病历号 ${plan.medicalNumber}`, `医生 ${plan.doctorName}`],
      verifyUrl,
      signatures: [
        { label: '患者或监护人', content: '' },
        { label: '医生', content: '' },
        { label: '日期', content: '' },
      ],
      foot: [
        plan.validUntil && `报价有效到 ${plan.validUntil}，之内不随价目变`,
        `打印时间 ${formatDateTime(sheet.printedAt).slice(0, 16)}`,
        `第 ${sheet.printCount} 次打印`,
      ]
        .filter(Boolean)
        .join('　'),
    },
    [
      { text: plan.title, bold: true, fontSize: 13, margin: [0, 0, 0, 6] },
      ...plan.options.map((option, index) => optionOf(plan, day, option, index, width, notation, paper !== 'a5')),
    ],
  )
}
