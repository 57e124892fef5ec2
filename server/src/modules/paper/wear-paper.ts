import { toothShape } from '@dentin/clinical/drawing'
import { layoutArches, PX, type ArchTooth } from '@dentin/clinical/orthodontics/arches'
import { traysUntil } from '@dentin/clinical/orthodontics/course'
import { inMouth, type InMouth } from '@dentin/clinical/orthodontics/in-mouth'
import { findTooth } from '@dentin/clinical/teeth'
import type { contract, HandlerOutput } from '@dentin/contract'
import { orthoStates } from '@dentin/contract/orthodontic'
import { addDays, daysBetween, type LocalDate } from '@dentin/kit'
import type { Content, TableCell } from 'pdfmake'
import { framed } from '../../platform/pdf/frame.ts'
import type { PdfSource } from '../../platform/pdf/pdf.ts'
import type { Letterhead } from './letterhead.ts'
import { caseFrame } from './ortho-paper.ts'

type Case = HandlerOutput<typeof contract.orthodontic.get>

const BAND = '#2f6fed'
const LINE = '#8a94a6'
const heading = (text: string): Content => ({ text, bold: true, fontSize: 12, margin: [0, 12, 0, 4] })
const list = (lines: readonly string[]): Content => ({
  ul: [...lines],
  fontSize: 11,
  lineHeight: 1.35,
  margin: [0, 6, 0, 0],
})

/** A tooth as a patient finds it before a mirror: 右上 3（13）. */
function placeOf(fdi: string): string {
  const tooth = findTooth(fdi)
  if (!tooth) return fdi
  return `${tooth.side === 'right' ? '右' : '左'}${tooth.arch === 'upper' ? '上' : '下'} ${tooth.position}（${fdi}）`
}

/** Both arches with the elastics on them. */
function drawing(mouth: InMouth, gone: readonly string[]): string {
  const { width, height, upper, lower } = layoutArches(new Set(gone))
  const places = new Map([...upper, ...lower].map((tooth) => [tooth.fdi, tooth]))
  const crown = (tooth: ArchTooth) => {
    const { crown: d } = toothShape(tooth.fdi)
    const scale = `${PX * tooth.flipX} ${PX * tooth.flipY}`
    return `<g transform="translate(${tooth.x} ${tooth.neckY}) scale(${scale})"><path d="${d}" fill="#ffffff" stroke="${LINE}" stroke-width="0.14"/></g>
      <text x="${tooth.x}" y="${tooth.neckY - tooth.flipY * 8 + 4}" font-size="12" text-anchor="middle" fill="#3b4252">${tooth.fdi}</text>`
  }
  const bands = mouth.elastics.map(({ teeth }) => {
    const points = teeth.flatMap((fdi) => places.get(fdi) ?? [])
    const way = points.map(({ x, bracketY }) => `${x.toFixed(1)} ${bracketY.toFixed(1)}`).join('L')
    const hooks = points.map(({ x, bracketY }) => `<circle cx="${x}" cy="${bracketY}" r="5" fill="${BAND}"/>`).join('')
    return `<path d="M${way}${points.length > 2 ? 'Z' : ''}" fill="none" stroke="${BAND}" stroke-width="3"/>${hooks}`
  })
  const teeth = [...upper, ...lower].filter((tooth) => !tooth.gone).map(crown)
  const [first] = upper
  const top = (first?.neckY ?? 0) - 24
  const bottom = (lower[0]?.neckY ?? height) + 24
  return `<svg viewBox="0 ${top} ${width} ${bottom - top}">${teeth.join('')}${bands.join('')}</svg>`
}

/** Each tray until the next visit, with its days. */
function trays({ what, since }: NonNullable<InMouth['tray']>, nextDay: LocalDate | null): TableCell[][] {
  return traysUntil(what, nextDay === null ? null : daysBetween(since, nextDay)).map(({ no, from, to }) => [
    { text: `第 ${no} 副` },
    { text: `${addDays(since, from)} 至 ${addDays(since, to)}` },
    { text: '' },
  ])
}

/** The parts of the sheet that say something; none when the patient wears nothing. */
function worn(found: Case, mouth: InMouth, nextDay: LocalDate | null): Content[] {
  const hours = mouth.wearHours
  const isTreated = orthoStates.is(found.status, 'treating')
  const parts: Content[] = []
  if (isTreated && mouth.tray)
    parts.push(
      heading(`隐形矫治器　每天 ${hours ?? 22} 小时`),
      {
        layout: 'ruled',
        table: {
          headerRows: 1,
          widths: [80, '*', 120],
          body: [
            [
              { text: '副数', bold: true },
              { text: '佩戴日期', bold: true },
              { text: '戴完打 √', bold: true },
            ],
            ...trays(mouth.tray, nextDay),
          ],
        },
      },
      list([
        '吃饭、喝有颜色或热的饮料、刷牙时取下，之后漱口立即戴回。',
        '换下的一副留着，新的不合适时戴回去并联系门诊。',
        '用咬胶每天两次，每次 5 至 10 分钟。',
      ]),
    )
  if (isTreated && mouth.elastics.length > 0)
    parts.push(
      heading('橡皮圈'),
      { svg: drawing(mouth, found.gone), width: 380, alignment: 'center' },
      {
        layout: 'ruled',
        table: {
          headerRows: 1,
          widths: ['*', 110, 90],
          body: [
            [
              { text: '挂在', bold: true },
              { text: '型号', bold: true },
              { text: '每天', bold: true },
            ],
            ...mouth.elastics.map(({ teeth, size, force, hours: each }): TableCell[] => [
              { text: teeth.map(placeOf).join(' → ') },
              { text: `${size}　${force} oz` },
              { text: each === null ? '按医嘱' : `${each} 小时` },
            ]),
          ],
        },
      },
      list([
        '每天换新的；吃饭、刷牙时取下，之后立即挂回。',
        '断了或丢了马上换，不要一处挂两根。',
        '挂不上、挂钩松了或疼得厉害，联系门诊。',
      ]),
    )
  if (isTreated && !mouth.tray && mouth.elastics.length === 0 && hours !== null)
    parts.push(
      heading(`${found.appliance ?? '矫治器'}　每天 ${hours} 小时`),
      list(['吃饭、刷牙时取下，其余时间戴着。', '放在盒子里带着，不要用热水烫。']),
    )
  const kept = [
    found.retainerUpper && `上颌：${found.retainerUpper}`,
    found.retainerLower && `下颌：${found.retainerLower}`,
  ].filter((each): each is string => Boolean(each))
  if (orthoStates.is(found.status, 'retention', 'ended') && kept.length > 0)
    parts.push(
      heading(`保持器${found.retentionHours === null ? '' : `　每天 ${found.retentionHours} 小时`}`),
      list([
        ...kept,
        ...(found.retentionMonths === null ? [] : [`戴 ${found.retentionMonths} 个月`]),
        ...(found.retentionPlan === '' ? [] : [found.retentionPlan]),
        '每天用冷水和软毛刷清洗；变形、断裂或戴不进，尽快联系门诊。',
      ]),
    )
  return parts
}

/** What a patient is told to wear, and when. @returns null when there is nothing to wear */
export function wearPaper(
  found: Case,
  verifyUrl: string,
  now: Date,
  letterhead: Letterhead,
  times: number,
): PdfSource | null {
  const mouth = inMouth(found.visits)
  const last = found.visits.at(-1)
  const interval = last?.visit.interval ?? null
  const nextDay = last && interval !== null ? addDays(last.day, interval * 7) : null
  const parts = worn(found, mouth, nextDay)
  if (parts.length === 0) return null
  return framed(
    { ...caseFrame(found, { verifyUrl, now, letterhead, times }), title: '正畸佩戴说明', mark: '', signatures: [] },
    [...parts, ...(nextDay === null ? [] : [heading(`下次复诊　${nextDay} 前后`)])],
  )
}
