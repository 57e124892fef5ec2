import { planLineStates, planStates, type PlanDetail, type PlanLine } from '@dentin/contract/treatment-plan'
import { useState, type ReactNode } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { usePreload } from '../../lib/deferred.ts'
import { presentDay } from '../../lib/present.ts'
import {
  Button,
  confirm,
  cx,
  ErrorLine,
  LinkButton,
  Page,
  PageTitle,
  SkeletonRows,
  StatusTag,
  toast,
} from '../../ui/index.ts'
import { AnswerPane } from './AnswerPane.tsx'
import { CancelDialog, PlanEditor, planDialogs } from './deferred.ts'
import { draftOf } from './draft.ts'
import { useCancelLine, useCopyPlan, usePlan, useRemovePlan } from './hooks.ts'
import { OptionView, type LineLinks } from './OptionView.tsx'
import s from './treatment-plan.module.css'

interface Props {
  id: string
  links: LineLinks
  printTo: string
  /** Where the patient chooses on the clinic's tablet. */
  chooseTo: string
  /** Where lines of the plan are booked for the patient, with a doctor. */
  bookTo: (patientId: string, doctorId: string, lineIds: readonly string[]) => string
  plansTo: (patientId: string) => string
  /** The patient's bar. */
  bar: (patientId: string) => ReactNode
  /** The consents that an accepted plan asks for, put together by the page. */
  consents?: ((plan: PlanDetail) => ReactNode) | undefined
  /** The pictures that hang on the plan, put together by the page. */
  pictures?: ((plan: PlanDetail) => ReactNode) | undefined
  onOpen: (id: string | null, patientId: string) => void
}

/** One plan: its options side by side, and the patient's answer. */
export function PlanPage({ id, links, printTo, chooseTo, bookTo, plansTo, bar, consents, pictures, onOpen }: Props) {
  const { data, error, refetch, isFetching } = usePlan(id)
  const [editing, setEditing] = useState(false)
  usePreload(planDialogs, data !== undefined)
  if (!data)
    return (
      <Page padded={error !== null}>
        <PageTitle />
        {error ? (
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        ) : (
          <SkeletonRows rows={12} />
        )}
      </Page>
    )
  return (
    <Page>
      <PageTitle
        sub={data.planNo}
        crumbs={[{ label: `${data.patientName} 的治疗计划`, to: plansTo(data.patientId) }]}
        extra={<StatusTag kind={planStates} value={data.status} />}
        mobileActions={<StatusTag kind={planStates} value={data.status} />}
      />
      {bar(data.patientId)}
      {editing ? (
        <PlanEditor
          patientId={data.patientId}
          recordId={data.recordId}
          plan={data}
          begin={draftOf(data)}
          onDone={() => setEditing(false)}
        />
      ) : (
        <Whole
          key={data.id}
          plan={data}
          links={links}
          printTo={printTo}
          chooseTo={chooseTo}
          bookTo={bookTo}
          consents={consents}
          pictures={pictures}
          onEdit={() => setEditing(true)}
          onOpen={(next) => onOpen(next, data.patientId)}
        />
      )}
    </Page>
  )
}

/** 报价有效到 2026-12-20，还有 30 天. */
function untilWords({ status, validUntil }: PlanDetail): string {
  if (!validUntil || !planStates.is(status, 'quoted')) return ''
  const days = Math.round((Date.parse(validUntil) - Date.parse(presentDay())) / 86_400_000)
  return `报价有效到 ${validUntil}，${days > 0 ? `还有 ${days} 天` : '今天为止'}`
}

interface WholeProps extends Pick<Props, 'links' | 'printTo' | 'chooseTo' | 'bookTo' | 'consents' | 'pictures'> {
  plan: PlanDetail
  onEdit: () => void
  onOpen: (id: string | null) => void
}

function Whole({ plan, links, printTo, chooseTo, bookTo, consents, pictures, onEdit, onOpen }: WholeProps) {
  const can = useCan()
  const [picked, setPicked] = useState<string | null>(plan.options.length === 1 ? (plan.options[0]?.id ?? null) : null)
  const [cancelling, setCancelling] = useState<PlanLine | null>(null)
  const copy = useCopyPlan()
  const remove = useRemovePlan()
  const restore = useCancelLine()
  const drop = async () => {
    if (!(await confirm({ title: '删除这份草稿？', okText: '删除', danger: true }))) return
    remove.mutate(
      { id: plan.id, version: plan.version },
      {
        onSuccess: () => {
          toast.success('删除成功')
          onOpen(null)
        },
        onError: (error) => toast.error(error.message),
      },
    )
  }
  const onCancelLine = (line: PlanLine) =>
    planLineStates.is(line.status, 'cancelled')
      ? restore.mutate(
          { id: plan.id, version: plan.version, lineId: line.id, cancel: false },
          { onError: (error) => toast.error(error.message) },
        )
      : setCancelling(line)
  return (
    <div className={s.whole}>
      <div className={s.main}>
        <div className={s.bar}>
          <h2 className={s.title}>{plan.title}</h2>
          <span className="t-13 secondary">{untilWords(plan)}</span>
          <span className={cx('t-12 tertiary', s.caption)}>图示为做完以后的口腔</span>
          <span className={s.space} />
          {plan.can.edit && (
            <Button icon="pencil" onClick={onEdit}>
              修改
            </Button>
          )}
          {can('/treatmentPlan:edit') && (
            <Button
              icon="copy"
              busy={copy.isPending}
              onClick={() =>
                copy.mutate(
                  { id: plan.id, requestId: newRequestId() },
                  { onSuccess: ({ id }) => onOpen(id), onError: (error) => toast.error(error.message) },
                )
              }
            >
              复制
            </Button>
          )}
          {plan.can.remove && (
            <Button icon="trash" variant="danger" onClick={() => void drop()}>
              删除
            </Button>
          )}
          {plan.recordId && can('/patientMedicalRecord:view') && (
            <LinkButton to={links.recordTo(plan.recordId)}>病历</LinkButton>
          )}
          <LinkButton to={printTo} icon="printer">
            打印
          </LinkButton>
        </div>
        <div className={s.scroll}>
          <div className={s.options}>
            {plan.options.map((option, at) => (
              <OptionView
                key={option.id}
                plan={plan}
                option={option}
                number={at + 1}
                links={links}
                picked={plan.can.answer && picked === option.id}
                onPick={plan.can.answer ? () => setPicked(option.id) : undefined}
                bookTo={
                  can('/myAppointmentBoard:add')
                    ? (lines) =>
                        bookTo(
                          plan.patientId,
                          option.doctorId ?? plan.doctorId,
                          lines.map(({ id }) => id),
                        )
                    : undefined
                }
                onCancelLine={plan.can.cancelLines ? onCancelLine : undefined}
              />
            ))}
          </div>
          {pictures && <div className={s.pictures}>{pictures(plan)}</div>}
          {planStates.is(plan.status, 'agreed') && <div className={s.consents}>{consents?.(plan)}</div>}
        </div>
      </div>
      <AnswerPane plan={plan} pickedId={picked} chooseTo={chooseTo} />
      {cancelling && <CancelDialog plan={plan} line={cancelling} onClose={() => setCancelling(null)} />}
    </div>
  )
}
