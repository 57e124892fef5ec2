import {
  CHILD_BELOW,
  prescriptionKinds,
  prescriptionStates,
  rxFrequencies,
  skinTests,
} from '@dentin/contract/core/prescription-words'
import type { contract, HandlerOutput } from '@dentin/contract'
import { medicareTypeNames } from '@dentin/contract/patient-words'
import { formatDateTime, formatYuan } from '@dentin/kit'
import type { Content } from 'pdfmake'
import { bodyOfPaper, framed, type paperColours } from '../../platform/pdf/frame.ts'
import type { PdfSource } from '../../platform/pdf/pdf.ts'
import { ageAt } from '../record/index.ts'
import type { Hands } from './hands.ts'
import { personWords } from './words.ts'

type Sheet = HandlerOutput<typeof contract.prescription.print>

/** Paper by kind, as the rules ask: ordinary white, emergency pale yellow, paediatric pale green, psychotropic white with 精二. */
const colours = {
  ordinary: 'white',
  emergency: 'yellow',
  pediatric: 'green',
  psychotropic: 'white',
} as const satisfies Record<Sheet['kind'], keyof typeof paperColours>
const minute = (moment: Date): string => formatDateTime(moment).slice(0, 16)

function drugOf(line: Sheet['items'][number], index: number): Content {
  const test =
    line.skinTest === 'none'
      ? ''
      : `　皮试（${[skinTests[line.skinTest], line.skinTestName, line.skinTestAt && minute(line.skinTestAt)].filter(Boolean).join(' ')}）`
  const usage = [
    `每次 ${line.singleDose}${line.doseUnit}`,
    line.route,
    rxFrequencies[line.frequency],
    `${line.days} 天`,
  ]
  return {
    margin: [6, 0, 0, 6],
    unbreakable: true,
    stack: [
      {
        columns: [
          { width: 16, text: `${index + 1}.` },
          { width: '*', text: [line.name, line.form, line.spec].filter(Boolean).join(' ') },
          { width: 'auto', text: `× ${line.totalQty} ${line.unit}`, bold: true },
        ],
      },
      {
        margin: [16, 1, 0, 0],
        text: `用法：${usage.join('　')}${line.remark && `　${line.remark}`}${test}`,
        fontSize: 8.5,
      },
    ],
  }
}

/** A prescription on A5 in the colour of its kind; the blank rest is struck through under 处方完毕. */
export function prescriptionPaper(
  sheet: Sheet,
  verifyUrl: string,
  now: Date,
  { logo, hands, times }: { logo: string | null; hands: Hands; times?: number },
): PdfSource {
  const day = formatDateTime(sheet.prescribedAt).slice(0, 10)
  const age = ageAt(sheet.birthDay, day)
  const { width } = bodyOfPaper('a5')
  const isVoid = prescriptionStates.is(sheet.status, 'void')
  const body: Content[] = [
    { text: 'Rp.', bold: true, fontSize: 15, margin: [0, 0, 0, 4] },
    ...sheet.items.map(drugOf),
    ...sheet.advice.map((sentence): Content => ({ margin: [6, 2, 0, 4], text: `注意：${sentence}`, bold: true })),
    { text: '—— 处方完毕 ——', alignment: 'center', margin: [0, 4, 0, 2] },
    { canvas: [{ type: 'line', x1: width, y1: 0, x2: 0, y2: 64, lineWidth: 0.6, lineColor: '#4d5c57' }] },
  ]
  return framed(
    {
      paper: 'a5',
      logo,
      colour: colours[sheet.kind],
      clinicName: sheet.clinicName,
      clinicAddress: sheet.clinicAddress,
      clinicPhone: sheet.clinicPhone,
      title: '处方笺',
      number: sheet.rxNo,
      mark: `${prescriptionKinds[sheet.kind]}${isVoid ? '（已作废）' : ''}`,
      patient: [
        `费别 ${medicareTypeNames[sheet.medicareType ?? 0] ?? '—'}`,
        ...personWords(sheet, day),
        ...(age !== null && age < CHILD_BELOW
          ? [`体重 ${sheet.weightKg === null ? '—' : `${sheet.weightKg} kg`}`]
          : []),
        `门诊号 ${sheet.medicalNumber}`,
        `科别 ${sheet.deptName ?? '口腔科'}`,
        `日期 ${day}`,
        `诊断 ${sheet.diagnosis}`,
      ],
      verifyUrl,
      signatures: [
        { label: '医师', content: sheet.doctorName, picture: hands.doctor },
        { label: '审核', content: sheet.audited?.name ?? '', picture: hands.auditor },
        { label: '调配', content: sheet.dispensed?.name ?? '', picture: hands.dispenser },
        { label: '核对、发药', content: sheet.dispensed?.name ?? '' },
        { label: '金额', content: `${formatYuan(sheet.totalAmount)} 元` },
      ],
      foot: [
        `有效至 ${sheet.validUntil}`,
        sheet.longReason && `超天数理由：${sheet.longReason}`,
        sheet.audited === null && '未经审核，不能调配',
        sheet.voided && `${sheet.voided.name} 于 ${minute(sheet.voided.at)} 作废：${sheet.voidReason ?? ''}`,
        `打印时间 ${minute(now)}`,
        times !== undefined && `第 ${times} 次打印`,
      ]
        .filter(Boolean)
        .join('　'),
    },
    body,
  )
}
