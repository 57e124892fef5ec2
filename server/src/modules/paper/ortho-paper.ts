import { inMouth, wireRuns } from '@dentin/clinical/orthodontics/in-mouth'
import { springNames, wireText } from '@dentin/clinical/orthodontics/vocabulary'
import type { Arch } from '@dentin/clinical/teeth'
import type { contract, HandlerOutput } from '@dentin/contract'
import { orthoVisitSummary } from '@dentin/contract/core/ortho-words'
import { orthoStates } from '@dentin/contract/orthodontic'
import { formatDateTime } from '@dentin/kit'
import type { Content, TableCell } from 'pdfmake'
import { framed } from '../../platform/pdf/frame.ts'
import type { PdfSource } from '../../platform/pdf/pdf.ts'
import type { Letterhead } from './letterhead.ts'
import { personWords } from './words.ts'

type Case = HandlerOutput<typeof contract.orthodontic.get>

const heading = (text: string): Content => ({ text, bold: true, margin: [0, 10, 0, 4] })
const facts = (pairs: readonly (readonly [string, string | null])[]): Content => ({
  columns: [0, 1].map((side) => ({
    stack: pairs
      .filter(([, value]) => value !== null && value !== '')
      .filter((_, n) => n % 2 === side)
      .map(([name, value]) => ({ text: `${name}　${value ?? ''}`, margin: [0, 1, 0, 1] })),
  })),
})

/** The wires of an arch with their days, in one line. */
function wires(found: Case, arch: Arch): string {
  const runs = wireRuns(found.visits, arch).map(
    ({ what, since, until }) => `${wireText(what)}（${since}${until === null ? ' 起' : ` 至 ${until}`}）`,
  )
  return runs.length === 0 ? '无' : runs.join(' → ')
}

/** Head and foot that the papers of a case share. */
export function caseFrame(
  found: Case,
  { verifyUrl, now, letterhead, times }: { verifyUrl: string; now: Date; letterhead: Letterhead; times: number },
) {
  const [day, time] = [formatDateTime(now).slice(0, 10), formatDateTime(now).slice(0, 16)]
  return {
    paper: letterhead.paper,
    logo: letterhead.logo,
    clinicName: found.clinicName,
    clinicAddress: letterhead.address,
    clinicPhone: letterhead.phone,
    number: found.caseNo,
    patient: [...personWords(found, day), `病历号 ${found.medicalNumber}`, `医生 ${found.doctorName}`],
    verifyUrl,
    foot: `打印时间 ${time}　第 ${times} 次打印`,
  }
}

/** What another clinic has to know that goes on with the treatment: plan, what is in the mouth now, and every visit. */
export function orthoPaper(
  found: Case,
  verifyUrl: string,
  now: Date,
  letterhead: Letterhead,
  times: number,
): PdfSource {
  const mouth = inMouth(found.visits)
  const { tray } = mouth
  const visits = found.visits.map(({ day: on, visit }): TableCell[] => [
    { text: on },
    { text: orthoVisitSummary(visit) || '复诊' },
    {
      text: [visit.hygiene && `卫生${visit.hygiene}`, visit.cooperation && `配合${visit.cooperation}`]
        .filter(Boolean)
        .join('，'),
    },
  ])
  return framed(
    {
      ...caseFrame(found, { verifyUrl, now, letterhead, times }),
      title: '正畸转诊资料',
      mark: orthoStates.names[found.status] ?? '',
      signatures: [
        { label: '医生', content: '' },
        { label: '日期', content: '' },
      ],
    },
    [
      heading('方案'),
      facts([
        ['方案', found.planName],
        ['矫治器', found.appliance],
        ['槽沟', found.slot],
        ['拔牙', found.extraction.replaceAll(';', ' ')],
        ['疗程', found.months === null ? null : `约 ${found.months} 月`],
        ['初诊', found.beganOn],
        ['开始', found.startDate],
        ['拆除', found.debondDate],
        ['中止原因', found.stopReason],
      ]),
      heading('口内现在'),
      facts([
        ['上颌弓丝', mouth.upper ? wireText(mouth.upper.what) : null],
        ['下颌弓丝', mouth.lower ? wireText(mouth.lower.what) : null],
        [
          '橡皮圈',
          mouth.elastics
            .map(({ type, size, force, teeth }) => `${type} ${size} ${force} oz ${teeth.join('–')}`)
            .join('；'),
        ],
        ['链圈', mouth.chains.map(({ kind, from, to }) => `${kind} ${from}–${to}`).join('；')],
        ['推簧、拉簧', mouth.springs.map(({ kind, from, to }) => `${springNames[kind]} ${from}–${to}`).join('；')],
        [
          '隐形',
          tray && `第 ${tray.what.no} / ${tray.what.total} 副，每副 ${tray.what.daysPerTray} 天，${tray.since} 起`,
        ],
        ['脱落托槽', mouth.lostBrackets.join(' ')],
        ['脱落附件', mouth.lostAttachments.join(' ')],
        [
          '片切',
          mouth.stripping.length === 0
            ? null
            : `上颌共 ${mouth.strippingSums.upper} mm，下颌共 ${mouth.strippingSums.lower} mm`,
        ],
        ['缺失牙', found.gone.join(' ')],
      ]),
      heading('弓丝走过'),
      { text: `上颌　${wires(found, 'upper')}` },
      { text: `下颌　${wires(found, 'lower')}` },
      heading(`历次复诊　${visits.length} 次`),
      {
        layout: 'lightHorizontalLines',
        table: {
          headerRows: 1,
          widths: [70, '*', 90],
          body: [
            [
              { text: '日期', bold: true },
              { text: '处置', bold: true },
              { text: '卫生、配合', bold: true },
            ],
            ...visits,
          ],
        },
      },
      ...(found.retentionPlan === '' && found.retainerUpper === '' && found.retainerLower === ''
        ? []
        : [
            heading('保持'),
            facts([
              ['上颌保持器', found.retainerUpper],
              ['下颌保持器', found.retainerLower],
              ['保持计划', found.retentionPlan],
              ['结束时咬合', found.finalRelation],
            ]),
          ]),
    ],
  )
}
