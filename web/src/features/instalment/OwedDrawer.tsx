import { dunningKinds, instalmentPlanStates, instalmentStates } from '@dentin/contract/instalment'
import type { TracedFigure } from '@dentin/contract/traced-figures'
import { useState } from 'react'
import { Link } from 'react-router'
import { Traced } from '../../domain/Traced.tsx'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { presentDay } from '../../lib/present.ts'
import {
  Button,
  cx,
  EmptyState,
  ErrorLine,
  Field,
  LinkButton,
  Money,
  SkeletonRows,
  StatusTag,
  Tag,
  TextArea,
  TextField,
  toast,
} from '../../ui/index.ts'
import { DatePicker, Dialog, Drawer, Select } from '../../ui/heavy.ts'
import { usePlans, useInstalmentSends, type Plan, type PlansOfBill } from './hooks.ts'
import { TermsDialog } from './TermsDialog.tsx'
import s from './instalment.module.css'

/** What one bill owes: its agreement part by part, what was said about it, and what can be done. */
export function OwedDrawer({ billId, onClose }: { billId: string; onClose: () => void }) {
  const { data, error } = usePlans(billId)
  const can = useCan()
  const [asks, setAsks] = useState<'terms' | 'end' | null>(null)
  const plan = data?.plans.find(({ status }) => instalmentPlanStates.is(status, 'holds')) ?? null
  const owes = Number(data?.bill.arrearsAmount ?? 0) > 0
  return (
    <Drawer
      open
      width={560}
      title={data ? `${data.bill.patientName} ${data.bill.billNo}` : '欠费'}
      onClose={onClose}
      footer={
        data && (
          <div className={s.foot}>
            {plan && can('/orderSet:print') && (
              <LinkButton icon="printer" to={agreementLink(plan)} target="_blank">
                打印协议
              </LinkButton>
            )}
            {owes && can('/orderSet:dun') && (
              <LinkButton to={`/print/dunning/${data.bill.patientId}`} target="_blank">
                催款函
              </LinkButton>
            )}
            {plan && data.allowed.agree && (
              <>
                <Button onClick={() => setAsks('end')}>终止</Button>
                {owes && <Button onClick={() => setAsks('terms')}>改签</Button>}
              </>
            )}
            {!plan && owes && data.allowed.agree && <Button onClick={() => setAsks('terms')}>约定分期</Button>}
            {owes && can('/orderSet:charge') && (
              <LinkButton variant="primary" to={`/orderSet?tab=arrears&billId=${billId}`}>
                收款
              </LinkButton>
            )}
          </div>
        )
      }
    >
      {error ? (
        <ErrorLine>{error.message}</ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={8} />
      ) : (
        <>
          <Sums bill={data.bill} plan={plan} />
          {plan ? <Parts plan={plan} /> : <p className="t-13 secondary">没有约定分期，按收费那天算账龄</p>}
          <Calls data={data} owes={owes} />
          {data.plans
            .filter(({ id }) => id !== plan?.id)
            .map((former) => (
              <details key={former.id} className={s.former}>
                <summary>
                  <span className="num">{former.planNo}</span>
                  <StatusTag kind={instalmentPlanStates} value={former.status} look="plain" />
                  <span className="t-12 tertiary">{former.endReason}</span>
                </summary>
                <Parts plan={former} />
                {can('/orderSet:print') && (
                  <Link to={agreementLink(former)} target="_blank" className="t-13">
                    打印这份旧协议
                  </Link>
                )}
              </details>
            ))}
          {asks === 'terms' && <TermsDialog bill={data.bill} plan={plan} onClose={() => setAsks(null)} />}
          {asks === 'end' && plan && <EndDialog plan={plan} onClose={() => setAsks(null)} />}
        </>
      )}
    </Drawer>
  )
}

const agreementLink = ({ id, billId }: Plan) => `/print/instalment/${id}?billId=${billId}`

function Sums({ bill, plan }: { bill: PlansOfBill['bill']; plan: Plan | null }) {
  const facts: [string, string, TracedFigure | null][] = [
    ['应收', bill.receivableAmount, 'bill.receivable'],
    ['已付', bill.paidAmount, 'bill.paid'],
    ['欠费', bill.arrearsAmount, 'bill.arrears'],
    ...(plan ? ([['其中逾期', plan.overdueAmount, null]] as [string, string, null][]) : []),
  ]
  return (
    <dl className={s.sums}>
      {facts.map(([name, yuan, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={cx(name === '其中逾期' && Number(yuan) > 0 && 'danger')}>
            {figure ? (
              <Traced figure={figure} id={bill.id} yuan={yuan}>
                <Money yuan={yuan} strong />
              </Traced>
            ) : (
              <Money yuan={yuan} strong />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Parts({ plan }: { plan: Plan }) {
  return (
    <>
      <p className="t-12 secondary">
        <span className="num">{plan.planNo}</span>，首付 <Money yuan={plan.firstAmount} />
        ，分 {plan.periods.length} 期，每月 {plan.dueDay} 日，{plan.creatorName} 约定
        {plan.remark && `。${plan.remark}`}
      </p>
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">期</th>
            <th scope="col">应付日</th>
            <th scope="col" className={s.right}>
              金额
            </th>
            <th scope="col" className={s.right}>
              已付
            </th>
            <th scope="col">状态</th>
          </tr>
        </thead>
        <tbody>
          {plan.periods.map((part) => (
            <tr key={part.no}>
              <td className="num">{part.no}</td>
              <td className="num">{part.dueDate}</td>
              <td className={s.right}>
                <Money yuan={part.amount} />
              </td>
              <td className={s.right}>{Number(part.paid) > 0 ? <Money yuan={part.paid} /> : '—'}</td>
              <td>
                {Number(part.cancelled) === Number(part.amount) ? (
                  <span className="t-12 tertiary">不用付了</span>
                ) : (
                  <>
                    <StatusTag kind={instalmentStates} value={part.state} look="plain" />
                    {part.overdueDays > 0 && <span className="t-12 danger num"> {part.overdueDays} 天</span>}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Calls({ data, owes }: { data: PlansOfBill; owes: boolean }) {
  const can = useCan()
  const { addCall } = useInstalmentSends()
  const [note, setNote] = useState('')
  const [promise, setPromise] = useState('')
  const [ownerId, setOwner] = useState<string | null>(null)
  const [nextStep, setNextStep] = useState('')
  const [nextOn, setNextOn] = useState('')
  const [asked, setAsked] = useState(false)
  const [requestId, setRequestId] = useState(newRequestId)
  const owner = data.calls.find(({ ownerName }) => ownerName !== '')?.ownerName ?? ''
  const errorOf = (field: string) => addCall.error?.fields.find((each) => each.field === field)?.message
  const submit = () => {
    setAsked(true)
    if (note.trim() === '') return
    addCall.mutate(
      {
        billId: data.bill.id,
        note: note.trim(),
        promiseDate: promise || null,
        ownerId,
        nextStep: nextStep.trim(),
        nextOn: nextOn || null,
        requestId,
      },
      {
        onSuccess: () => {
          setNote('')
          setPromise('')
          setOwner(null)
          setNextStep('')
          setNextOn('')
          setAsked(false)
          setRequestId(newRequestId())
          toast.success('已登记')
        },
        onError: () => setRequestId(newRequestId()),
      },
    )
  }
  return (
    <section className={s.calls}>
      <h3>催收</h3>
      {owes && can('/orderSet:dun') && (
        <div className={s.call}>
          <Field
            label="联系情况"
            required
            error={errorOf('note') ?? (asked && note.trim() === '' ? '请填写联系情况' : undefined)}
          >
            <TextField maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
          <Field label="承诺哪天付" error={errorOf('promiseDate')}>
            <DatePicker value={promise} min={presentDay()} onChange={(next) => setPromise(next || '')} />
          </Field>
          <Field label="负责人" group error={errorOf('ownerId')}>
            <Select
              label="负责人"
              placeholder={owner === '' ? '登记的人' : owner}
              options={data.staff.map(({ id, name }) => ({ value: id, label: name }))}
              value={ownerId}
              onChange={setOwner}
            />
          </Field>
          <Field label="下一步" error={errorOf('nextStep')}>
            <TextField maxLength={50} value={nextStep} onChange={(event) => setNextStep(event.target.value)} />
          </Field>
          <Field label="哪天" error={errorOf('nextOn')}>
            <DatePicker value={nextOn} min={presentDay()} onChange={(next) => setNextOn(next || '')} />
          </Field>
          <Button busy={addCall.isPending} onClick={submit}>
            登记
          </Button>
          {addCall.error && addCall.error.fields.length === 0 && <ErrorLine>{addCall.error.message}</ErrorLine>}
        </div>
      )}
      {data.calls.length === 0 ? (
        <EmptyState layout="stack" icon="phone" title="还没有联系过" />
      ) : (
        <ul>
          {data.calls.map((one) => (
            <li key={one.id}>
              <span>
                {one.kind !== 1 && <Tag>{dunningKinds[one.kind as 2]}</Tag>}
                {one.note}
              </span>
              <span className="t-12 tertiary num">
                {one.calledAt.slice(0, 16)} {one.callerName}
                {one.promiseDate && `　承诺 ${one.promiseDate} 付`}
                {one.ownerName && `　负责人 ${one.ownerName}`}
                {one.nextStep && `　下一步 ${one.nextStep} `}
                {one.nextOn && <span className={s.day}>{one.nextOn}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function EndDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { end } = useInstalmentSends()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  return (
    <Dialog
      open
      danger
      title={`终止分期 ${plan.planNo}`}
      submitText="终止"
      busy={end.isPending}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true)
        if (reason.trim() !== '')
          end.mutate(
            { id: plan.id, version: plan.version, reason: reason.trim() },
            {
              onSuccess: () => {
                toast.success('已终止')
                onClose()
              },
            },
          )
      }}
    >
      <p className={s.explain}>欠费还在，不再按期；协议留着可以查。</p>
      <Field
        label="原因"
        required
        error={end.error?.message ?? (asked && reason.trim() === '' ? '请填写原因' : undefined)}
      >
        <TextArea rows={2} maxLength={100} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  )
}
