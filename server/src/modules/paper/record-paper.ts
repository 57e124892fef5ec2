import { parseTeeth, toothCrossParts, toothText } from '@dentin/clinical/teeth'
import { chartSvg, perioSvg } from '@dentin/clinical/drawing'
import type { PerioCells } from '@dentin/clinical/perio/cells'
import type { ToothMark } from '@dentin/clinical'
import { consentWords, sectionLines, sectionsOnPaper } from '@dentin/contract/record-words'
import { recordKindWords, visitWords } from '@dentin/contract/core/record-origins'
import { recordKinds } from '@dentin/contract/core/record-kinds'
import { formatDateTime } from '@dentin/kit'
import type { Content } from 'pdfmake'
import { bodyOfPaper, crossOf, FONT, framed, type Paper } from '../../platform/pdf/frame.ts'
import type { PdfSource } from '../../platform/pdf/pdf.ts'
import { isCross, type RecordNotation } from '@dentin/contract/core/papers'
import { ageAt, type PrintedRecord } from '../record/index.ts'
import type { Hands } from './hands.ts'
import type { Letterhead } from './letterhead.ts'
import { personWords } from './words.ts'

interface RecordPaper {
  sheet: PrintedRecord
  /** The mouth as the visit left it; null: without a chart. */
  mouth: readonly ToothMark[] | null
  paper: Paper
  letterhead: Pick<Letterhead, 'logo' | 'notation'>
  verifyUrl: string
  amendedAt: Date | null
  /** Cells of the periodontal chart that the text names; null or left out: it has none. */
  perio?: PerioCells | null
  /** What hangs on it, small. */
  pictures?: readonly { name: string; jpeg: Buffer }[]
  hands: Hands
  /** Instead of the words on version and seal: what kind of copy it is. */
  mark?: string
}

/** A line of a section: its teeth as a cross, regions and long choices as words. */
export function lineOf({ teeth, text }: { teeth: string; text: string }, notation: RecordNotation): Content {
  if (teeth === '') return { text, margin: [0, 0, 0, 2] }
  const selection = parseTeeth(teeth)
  if (!isCross(notation))
    return { text: [{ text: `${toothText(selection, notation)}　`, bold: true }, text], margin: [0, 0, 0, 2] }
  const cross = toothCrossParts(selection, notation)
  const long = Object.values(cross).some((part) => part.length > 12)
  return {
    margin: [0, 0, 0, 3],
    columns: [
      long
        ? { width: 90, text: toothText(selection), fontSize: 8.5 }
        : { width: 'auto', ...(crossOf(cross) as object) },
      { width: '*', text, margin: [6, long ? 0 : 5, 0, 0] },
    ],
  } as Content
}

/** So many signs stay on one page; a longer text may begin on one and end on the next. */
const WHOLE = 400
const staysWhole = ({ text }: { text: string }): boolean => text.length <= WHOLE

/** The graph over the teeth, with what its signs mean. */
function perioOnPaper(cells: PerioCells, width: number): Content[] {
  const { svg } = perioSvg({ cells, width, font: FONT })
  return [
    { svg, width, alignment: 'center' },
    {
      text: '牙周图　红点：出血　橙圈：溢脓　灰方：菌斑　黑框：牙石　红线：龈缘　柱：探诊深度（橙 4–5 mm，红 ≥6 mm）　三角：根分叉　空白：未测',
      fontSize: 7.5,
      alignment: 'center',
      margin: [0, 1, 0, 6],
    },
  ]
}

const PER_LINE = 4

/** Pictures in lines, each with its name below. */
function picturesOnPaper(pictures: readonly { name: string; jpeg: Buffer }[], width: number): Content[] {
  const side = (width - (PER_LINE - 1) * 6) / PER_LINE
  const lines = Math.ceil(pictures.length / PER_LINE)
  return [
    { text: '影像', bold: true, margin: [0, 4, 0, 3] },
    ...Array.from({ length: lines }, (_, n): Content => ({
      columnGap: 6,
      margin: [0, 0, 0, 4],
      columns: pictures.slice(n * PER_LINE, (n + 1) * PER_LINE).map(({ name, jpeg }) => ({
        width: side,
        stack: [
          { image: `data:image/jpeg;base64,${jpeg.toString('base64')}`, fit: [side, side * 0.75] },
          { text: name, fontSize: 7.5, margin: [0, 1, 0, 0] },
        ],
      })),
      unbreakable: true,
    })),
  ]
}

/** What the dashed teeth of a chart are; a tooth that was never laid down has a ring where others have a cross. */
const legendOfGaps = (mouth: readonly ToothMark[]): string =>
  mouth.some(({ condition }) => condition === 'congenitally_missing') ? '虚线叉：缺失　圈：先天缺失' : '虚线：缺失'

/** A record on paper: the mouth as the visit left it, then every section that is written or asked for. */
export function recordPaper({
  sheet,
  mouth,
  paper,
  letterhead,
  verifyUrl,
  amendedAt,
  mark,
  perio = null,
  pictures = [],
  hands,
}: RecordPaper): PdfSource {
  const names = new Map(sheet.tariffs.map(({ id, name }) => [id, name]))
  const shown = sectionsOnPaper(sheet)
  const { width } = bodyOfPaper(paper)
  const label = paper === 'a5' ? 48 : 56
  const visited = formatDateTime(sheet.visitTime).slice(0, 16)
  const chart =
    mouth &&
    chartSvg({
      age: ageAt(sheet.birthDay, visited.slice(0, 10)),
      notation: letterhead.notation,
      marks: mouth,
      size: 'full',
      width: Math.min(width - 4, 470),
      font: FONT,
    })
  const body: Content[] = [
    ...(chart
      ? ([
          { svg: chart.svg, width: Math.min(width, 474), alignment: 'center' },
          {
            text: `口内现状（本次就诊后）　点状：病损　实心：已有　斜线：计划　${legendOfGaps(mouth)}${chart.presumed ? '　浅色：按年龄未萌或已替换' : ''}`,
            fontSize: 7.5,
            alignment: 'center',
            margin: [0, 1, 0, 6],
          },
        ] satisfies Content[])
      : []),
    ...(perio ? perioOnPaper(perio, width) : []),
    ...shown.flatMap(({ key, name }): Content[] => {
      const lines = sectionLines(sheet.content, key, (id) => names.get(id) ?? '', {
        ...sheet.next,
        visitDay: visited.slice(0, 10),
      })
      const said = lines.length === 0 ? [{ teeth: '', text: '—' }] : lines
      // A line stays on one page, its tooth cross with its words and the name of the section with the first of them.
      return said.map((line, n): Content => ({
        unbreakable: staysWhole(line),
        margin: [0, 0, 0, n === said.length - 1 ? 3 : 0],
        columns: [
          // A line that begins with a tooth cross has its words in the middle of it.
          {
            width: label,
            text: n === 0 ? name : '',
            bold: true,
            margin: [0, line.teeth && isCross(letterhead.notation) ? 5 : 0, 0, 0],
          },
          { width: '*', stack: [lineOf(line, letterhead.notation)] },
        ],
      }))
    }),
  ]
  const consents = consentWords(sheet.consents, (time) => formatDateTime(time).slice(0, 16))
  if (consents.length > 0)
    body.push({
      unbreakable: true,
      margin: [0, 0, 0, 3],
      columns: [
        { width: label, text: '同意书', bold: true },
        { width: '*', stack: consents.map((text) => ({ text, margin: [0, 0, 0, 2] })) },
      ],
    } as Content)
  if (pictures.length > 0) body.push(...picturesOnPaper(pictures, width))
  const signedAt = sheet.signTime && formatDateTime(sheet.signTime).slice(0, 16)
  return framed(
    {
      paper,
      logo: letterhead.logo,
      clinicName: sheet.clinicName,
      clinicAddress: sheet.clinicAddress,
      clinicPhone: sheet.clinicPhone,
      title: sheet.recordType === 1 ? '门诊病历' : recordKinds[sheet.recordType].name,
      number: sheet.recordNo,
      mark:
        mark ??
        [
          sheet.versionNo > 1 &&
            amendedAt &&
            `第 ${sheet.versionNo} 版 修订于 ${formatDateTime(amendedAt).slice(0, 10)}`,
          sheet.sealedAt && '已封存',
        ]
          .filter(Boolean)
          .join('　'),
      patient: [
        ...personWords(sheet, visited.slice(0, 10)),
        `病历号 ${sheet.medicalNumber}`,
        ...(sheet.deptName ? [`科别 ${sheet.deptName}`] : []),
        `${sheet.origin === 'visit' ? '就诊' : '归属日'} ${visitWords(sheet.origin, visited)}`,
        recordKindWords(sheet),
      ],
      verifyUrl,
      keepsLast: true,
      signatures: [
        {
          label: '医师签名',
          content: signedAt ? `${sheet.signDoctorName} ${signedAt}` : '',
          ...(signedAt ? { picture: hands.doctor } : {}),
        },
        ...(sheet.countersignedName && sheet.countersignedAt
          ? [
              {
                label: '上级医师审签',
                content: `${sheet.countersignedName} ${formatDateTime(sheet.countersignedAt).slice(0, 16)}`,
                picture: hands.superior,
              },
            ]
          : []),
        { label: '患者（或监护人）签名', content: '' },
      ],
      foot: [
        signedAt ? `第 ${sheet.versionNo} 版` : '未签名，仅供核对',
        !sheet.intact && '内容与签名不符',
        sheet.origin === 'late' && `补录：${sheet.originReason}`,
        sheet.sealedAt && `本病历已于 ${formatDateTime(sheet.sealedAt).slice(0, 16)} 封存`,
        `打印时间 ${formatDateTime(sheet.printedAt).slice(0, 16)}`,
        `第 ${sheet.printCount} 次打印`,
      ]
        .filter(Boolean)
        .join('　'),
    },
    body,
  )
}
