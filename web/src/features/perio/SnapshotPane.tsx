import type { PerioSnapshot } from '@dentin/contract/perio'
import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { presentDay } from '../../lib/present.ts'
import {
  Button,
  cx,
  ErrorLine,
  LinkButton,
  Notice,
  SkeletonRows,
  TextButton,
  toast,
  useIsMobile,
} from '../../ui/index.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { CompareView } from './CompareView.tsx'
import { ReasonOf, RecallDialog } from './dialogs.ts'
import { useCharts, useCorrect, useRestoreChart, useSnapshot, useToPlan } from './hooks.ts'
import type { Lent } from './model.ts'
import { PerioChart } from './PerioChart.tsx'
import { PlanBlock } from './PlanBlock.tsx'
import { DepthBlock, SummaryBlock, TrendBlock } from './SummaryBlocks.tsx'
import { ViewSwitch } from './ViewSwitch.tsx'
import { usePerioView } from './view.ts'
import { chartDay, diagnosisTags } from './words.ts'
import s from './side.module.css'
import entry from './entry.module.css'

/** The snapshot that a record refers to. */
export function SnapshotPane({ id, lent }: { id: string; lent: Lent }) {
  const { data, error, refetch } = useSnapshot(id)
  if (error) return <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={12} />
  return <Snapshot chart={data} lent={lent} />
}

function Snapshot({ chart, lent }: { chart: PerioSnapshot; lent: Lent }) {
  const [{ view }, setUrl] = usePerioView()
  const mobile = useIsMobile()
  const list = useCharts(chart.patientId).data?.list ?? []
  const before = useSnapshot(chart.previousId).data ?? null
  const earlier = list.filter(({ examinedAt, id }) => id !== chart.id && examinedAt < chart.examinedAt)
  const newer = list.find(({ id }) => id === chart.correctedById)
  const today = presentDay()
  const actions = <SnapshotActions chart={chart} lent={lent} before={earlier[0] ?? null} />
  return (
    <section id="section-perio" aria-label="牙周检查">
      <div className={entry.notices}>
        {chart.removal && (
          <Notice tone="danger" icon="trash" action={chart.can.restore && <Restore id={chart.id} />}>
            这次检查已由{chart.removal.byName}删除：{chart.removal.reason}
          </Notice>
        )}
        {!chart.intact && <ErrorLine>这次检查与保存时不一致，可能被绕过系统改动，请与管理员核对。</ErrorLine>}
        {chart.correctedById && (
          <Notice
            tone="wait"
            icon="pencil"
            action={
              newer && (
                <LinkButton size="xs" variant="tint" to={lent.recordTo(newer.recordId)}>
                  看更正后的
                </LinkButton>
              )
            }
          >
            这次检查已被更正
          </Notice>
        )}
        {chart.correctReason && (
          <Notice
            tone="muted"
            icon="pencil"
            action={
              chart.correctsId &&
              view === 'chart' && (
                <TextButton onClick={() => setUrl({ view: 'compare', with: chart.correctsId })}>
                  与原来的对比
                </TextButton>
              )
            }
          >
            更正：{chart.correctReason}
          </Notice>
        )}
      </div>
      {mobile ? (
        <div className={entry.top}>{actions}</div>
      ) : (
        lent.slots.actions && createPortal(actions, lent.slots.actions)
      )}
      {view === 'chart' ? (
        <ChartFrame>{(layout) => <PerioChart layout={layout} cells={chart.cells} />}</ChartFrame>
      ) : (
        <CompareView
          mode={view}
          patientId={chart.patientId}
          now={{
            cells: chart.cells,
            day: chartDay(chart.examinedAt, today),
            chartId: chart.id,
            examinedAt: chart.examinedAt,
          }}
          latest={before}
          corrects={chart.correctsId}
        />
      )}
      {lent.slots.side &&
        createPortal(
          <div className={s.side}>
            <SummaryBlock summary={chart.summary} last={before} today={chart.examinedAt} />
            <DepthBlock summary={chart.summary} />
            <TrendBlock summary={chart.summary} earlier={earlier} day={chartDay(chart.examinedAt, today)} />
            <Diagnosed chart={chart} />
            <PlanBlock plan={chart.plan} cells={chart.cells} onChange={null} />
            <Onwards chart={chart} lent={lent} />
          </div>,
          lent.slots.side,
        )}
    </section>
  )
}

function Diagnosed({ chart }: { chart: PerioSnapshot }) {
  const tags = chart.diagnosis ? diagnosisTags(chart.diagnosis) : []
  const { why } = chart.proposal
  const because = [why.stage, why.grade, why.extent].filter(Boolean).join('；')
  return (
    <section className={s.block} aria-label="诊断">
      <header className={s.head}>
        <h2>诊断</h2>
      </header>
      <div className={s.tags}>
        {tags.map((tag) => (
          <span key={tag} className={s.tag}>
            {tag}
          </span>
        ))}
        {tags.length === 0 && <span className={s.words}>未诊断</span>}
      </div>
      {because && <p className={s.words}>按{because}推算</p>}
      {chart.diagnosis?.reason && <p className={s.words}>医生改定：{chart.diagnosis.reason}</p>}
      {chart.note && <p className={s.words}>{chart.note}</p>}
    </section>
  )
}

/** What follows from a snapshot: lines of a plan, a recall. */
function Onwards({ chart, lent }: { chart: PerioSnapshot; lent: Lent }) {
  const can = useCan()
  const toPlan = useToPlan()
  const [requestId, setRequestId] = useState(newRequestId)
  const [open, setOpen] = useState(false)
  const planned = Object.values(chart.plan.sextants).some((each) => each.length > 0)
  const make = () =>
    toPlan.mutate(
      { chartId: chart.id, requestId },
      {
        onSuccess: ({ id, unmatched }) => {
          if (unmatched.length > 0) toast.info(`收费项目里没有对上：${unmatched.join('、')}，请手工添加`)
          else toast.success('已转成治疗计划草稿')
          lent.onPlan(id)
        },
        onError: (error) => {
          const there = (error.data as { id?: string } | null)?.id
          if (there) lent.onPlan(there)
          else toast.error(error.message)
        },
        onSettled: () => setRequestId(newRequestId()),
      },
    )
  const actions: ReactNode[] = [
    planned && lent.fileOpen && can('/treatmentPlan:edit') && !chart.removal && (
      <Button key="plan" size="sm" variant="tint" busy={toPlan.isPending} onClick={make}>
        转入治疗计划
      </Button>
    ),
    chart.recall ? (
      <span key="recall" className={s.note}>
        已安排 {chart.recall.planTime.slice(0, 10)} 复查
      </span>
    ) : (
      chart.can.recall && (
        <Button key="recall" size="sm" onClick={() => setOpen(true)}>
          安排复查
        </Button>
      )
    ),
  ]
  return (
    <div className={cx(s.row, s.onwards)}>
      {actions}
      {open && <RecallDialog chart={chart} onClose={() => setOpen(false)} />}
    </div>
  )
}

function SnapshotActions({
  chart,
  lent,
  before,
}: {
  chart: PerioSnapshot
  lent: Lent
  before: { id: string; examinedAt: string } | null
}) {
  const correct = useCorrect()
  const [open, setOpen] = useState(false)
  const [requestId, setRequestId] = useState(newRequestId)
  return (
    <>
      <ViewSwitch
        patientId={chart.patientId}
        first="图表"
        latest={before && { id: before.id, day: chartDay(before.examinedAt, presentDay()) }}
      />
      {chart.can.print && (
        <LinkButton
          size="sm"
          icon="printer"
          aria-label="打印牙周检查"
          title="打印牙周检查"
          to={`/patientMedicalRecord/perio-print?id=${chart.id}`}
        />
      )}
      {chart.can.correct && !lent.readOnly && (
        <Button size="sm" icon="pencil" onClick={() => setOpen(true)}>
          更正
        </Button>
      )}
      {open && (
        <ReasonOf
          title={`更正 ${chart.chartNo}`}
          hint="以这次的内容开始新的一份，保存后代替它；原来的保留可查。"
          submitText="开始更正"
          danger={false}
          busy={correct.isPending}
          error={correct.error?.message ?? null}
          onClose={() => setOpen(false)}
          onSubmit={(reason) =>
            correct.mutate(
              { id: chart.id, reason, requestId },
              {
                onSuccess: () => setOpen(false),
                onError: () => setRequestId(newRequestId()),
              },
            )
          }
        />
      )}
    </>
  )
}

function Restore({ id }: { id: string }) {
  const restore = useRestoreChart()
  return (
    <Button
      size="xs"
      variant="tint"
      busy={restore.isPending}
      onClick={() =>
        restore.mutate(
          { id },
          { onSuccess: () => toast.success('已恢复'), onError: (error) => toast.error(error.message) },
        )
      }
    >
      恢复
    </Button>
  )
}
