import { SEXTANTS } from '@dentin/clinical/perio/sites'
import { furcationText, numberIn, prognosisNames, ROMAN } from '@dentin/clinical/perio/cells'
import { perioTreatments } from '@dentin/contract/perio'
import { genderAge } from '../../domain/person.ts'
import { PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { usePrinted } from './hooks.ts'
import { chartLayout } from '@dentin/clinical/perio/chart-geometry'
import { PerioChart, RowNames } from './PerioChart.tsx'
import { diagnosisTags, maintenanceText } from './words.ts'
import s from './print.module.css'

/** Height of a graph and width of a column that fill an A4 sheet on its side. */
const LAYOUT = chartLayout(62, 640)

/** An examination on paper: A4 on its side with graph, figures, patient, day and doctor. */
export function PrintSheet({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error, refetch } = usePrinted(id)
  if (!data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { chart } = data
  const { summary } = chart
  const fixed = (value: number | null, decimals: number, unit: string) =>
    value === null ? '未测' : `${value.toFixed(decimals)}${unit}`
  const figures = [
    ['牙', `${summary.teeth} 颗，缺 ${summary.missing}`],
    ['位点', String(summary.sites)],
    ['探诊出血', `${fixed(summary.bopPct, 1, '%')}（${summary.bopSites}/${summary.sites}）`],
    ['菌斑', `${fixed(summary.plaquePct, 1, '%')}（${summary.plaqueSites}/${summary.sites}）`],
    ['平均探诊', fixed(summary.meanPd, 2, ' mm')],
    ['平均附着丧失', `${fixed(summary.meanCal, 2, ' mm')}（${summary.calSites} 位点）`],
    ['4–5 mm', `${summary.pd4to5} 位点`],
    ['≥6 mm', `${summary.pd6plus} 位点`],
    ...(summary.implants.count > 0
      ? [['种植体', `${summary.implants.count} 颗，平均 ${fixed(summary.implants.meanPd, 2, ' mm')}`]]
      : []),
  ]
  const plan = SEXTANTS.map(({ key, name }) => {
    const chosen = chart.plan.sextants[key as keyof typeof chart.plan.sextants]
    return `${key} ${name}：${chosen.length === 0 ? '观察' : chosen.map((each) => perioTreatments[each]).join('、')}`
  })
  const notes = Object.entries(chart.cells).flatMap(([tooth, cells]) => {
    const mobility = numberIn(cells, 'mobility')
    const prognosis = numberIn(cells, 'prognosis')
    const width = numberIn(cells, 'width')
    const said = [
      mobility ? `松动 ${ROMAN[mobility] ?? ''} 度` : '',
      furcationText(cells) && `根分叉 ${furcationText(cells)}`,
      width === null ? '' : `角化龈 ${width} mm`,
      prognosis === null ? '' : `预后 ${prognosisNames[prognosis] ?? ''}`,
      typeof cells.note === 'string' ? cells.note : '',
    ].filter(Boolean)
    return said.length === 0 ? [] : [`${tooth} ${said.join('，')}`]
  })
  // A sheet that leaves the house says itself that it is not to be relied on.
  const marks = [
    chart.removal && `已删除（${chart.removal.byName} ${chart.removal.at.slice(0, 10)}：${chart.removal.reason}）`,
    chart.correctedById && '已被更正，不是最终结果',
    !chart.intact && '与保存时不一致，请与管理员核对',
  ].filter((each) => typeof each === 'string')
  const title = `牙周检查 ${chart.patientName} ${chart.examinedAt.slice(0, 10)}`
  return (
    <PrintView title={title} onBack={onBack}>
      <PrintPage
        paper="a4-landscape"
        clinicName={chart.clinicName}
        contact={[data.clinicAddress, data.clinicPhone].filter(Boolean).join('　')}
        title="牙周检查"
        number={`${chart.chartNo}　病历 ${chart.recordNo}`}
        patient={
          <>
            {chart.patientName}　{genderAge(chart, chart.examinedAt)}　检查日期 {chart.examinedAt.slice(0, 10)}　医生{' '}
            {chart.doctorName}
          </>
        }
        note={`打印于 ${data.printedAt.slice(0, 16)}，第 ${data.printCount} 次`}
        signatures={[{ label: '医生签名' }]}
      >
        {marks.length > 0 && <p className={s.mark}>{marks.join('　')}</p>}
        <div className={s.sheet}>
          <div className={s.chart}>
            <RowNames layout={LAYOUT} />
            <PerioChart layout={LAYOUT} cells={chart.cells} />
          </div>
          <dl className={s.figures}>
            {figures.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className={s.words}>
          {chart.diagnosis && (
            <p>
              <b>诊断</b> {diagnosisTags(chart.diagnosis).join('　')}
              {chart.diagnosis.reason && `（${chart.diagnosis.reason}）`}
            </p>
          )}
          <p>
            <b>治疗</b> {plan.join('　')}
            {chart.plan.maintenanceMonths !== null && `　维护：${maintenanceText(chart.plan.maintenanceMonths)}`}
          </p>
          {notes.length > 0 && (
            <p>
              <b>逐牙</b> {notes.join('；')}
            </p>
          )}
          {chart.note && (
            <p>
              <b>备注</b> {chart.note}
            </p>
          )}
          <p className={s.legend}>
            红点 出血　橙圈 溢脓　灰方 菌斑　黑框 牙石　红线 龈缘　柱 探诊深度（橙 4–5 mm，红 ≥6 mm）　三角 根分叉　灰 0
            为补零
          </p>
        </div>
      </PrintPage>
    </PrintView>
  )
}
