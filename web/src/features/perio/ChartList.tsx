import type { PerioBrief } from '@dentin/contract/perio'
import { useState } from 'react'
import { Link } from 'react-router'
import { presentDay } from '../../lib/present.ts'
import { Button, EmptyState, ErrorLine, LinkButton, SkeletonRows, Tag, toast } from '../../ui/index.ts'
import { ReasonOf } from './ReasonOf.tsx'
import { useCharts, useRemoveChart, useRestoreChart } from './hooks.ts'
import { chartDay, diagnosisTags } from './words.ts'
import s from './dialog.module.css'

/** The examinations of a patient, the newest first: opened, compared, removed with a reason and restored. */
export function ChartList({ patientId, recordTo }: { patientId: string; recordTo: (recordId: string) => string }) {
  const { data, error, refetch } = useCharts(patientId)
  const remove = useRemoveChart()
  const restore = useRestoreChart()
  const [removing, setRemoving] = useState<PerioBrief | null>(null)
  const today = presentDay()
  if (error) return <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={4} />
  if (data.list.length === 0 && data.removed.length === 0 && !data.draft)
    return <EmptyState icon="file" title="没有牙周检查" hint="在就诊里写牙周病历，保存快照后出现在这里" />
  return (
    <>
      <ul className={s.list} aria-label="牙周检查">
        {data.draft && (
          <li className={s.item}>
            <span>
              <b className="num">{chartDay(data.draft.visitTime, today)}</b> <Tag tone="wait">未完成</Tag>
              <div className={s.facts}>
                {data.draft.doctorName}　{data.draft.recordNo}
              </div>
            </span>
            <LinkButton size="sm" variant="tint" to={recordTo(data.draft.recordId)}>
              继续
            </LinkButton>
          </li>
        )}
        {data.list.map((chart, index) => (
          <li key={chart.id} className={s.item}>
            <span>
              <Link to={recordTo(chart.recordId)}>
                <b className="num">{chartDay(chart.examinedAt, today)}</b>
              </Link>{' '}
              {chart.diagnosis && diagnosisTags(chart.diagnosis).join('　')} {chart.correctsId && <Tag>更正</Tag>}
              <div className={s.facts}>
                出血 {chart.summary.bopPct?.toFixed(1) ?? '—'}%　平均探诊 {chart.summary.meanPd?.toFixed(2) ?? '—'}{' '}
                mm　≥6 mm {chart.summary.pd6plus}　{chart.doctorName}　{chart.chartNo}
              </div>
            </span>
            <span className={s.actions}>
              {chart.correctsId && (
                <LinkButton
                  size="sm"
                  variant="text"
                  to={`${recordTo(chart.recordId)}&view=compare&with=${chart.correctsId}`}
                >
                  原来的
                </LinkButton>
              )}
              {data.list[index + 1] && (
                <LinkButton size="sm" variant="text" to={`${recordTo(chart.recordId)}&view=compare`}>
                  对比
                </LinkButton>
              )}
              {chart.mayRemove && (
                <Button size="sm" variant="text" onClick={() => setRemoving(chart)}>
                  删除
                </Button>
              )}
            </span>
          </li>
        ))}
        {data.removed.map((chart) => (
          <li key={chart.id} className={s.item}>
            <span className="tertiary">
              <b className="num">{chartDay(chart.examinedAt, today)}</b> <Tag>已删除</Tag>
              <div className={s.facts}>
                {chart.removal.byName} {chart.removal.at.slice(0, 10)}：{chart.removal.reason}
              </div>
            </span>
            <Button
              size="sm"
              busy={restore.isPending}
              onClick={() =>
                restore.mutate(
                  { id: chart.id },
                  { onSuccess: () => toast.success('已恢复'), onError: (failed) => toast.error(failed.message) },
                )
              }
            >
              恢复
            </Button>
          </li>
        ))}
      </ul>
      {removing && (
        <ReasonOf
          title={`删除 ${chartDay(removing.examinedAt, today)} 的牙周检查？`}
          hint="不再出现在列表、对比和趋势里，可恢复；签了名的病历里仍可看。"
          submitText="删除"
          busy={remove.isPending}
          error={remove.error?.message ?? null}
          onClose={() => setRemoving(null)}
          onSubmit={(reason) =>
            remove.mutate(
              { id: removing.id, reason },
              {
                onSuccess: () => {
                  setRemoving(null)
                  toast.success('已删除，可在下面恢复')
                },
                onError: () => undefined,
              },
            )
          }
        />
      )}
    </>
  )
}
