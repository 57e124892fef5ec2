import { ANSWERED_ON_TABLET, planStates, RATE_NAME, RATE_SAYS, type PlanDetail } from '@dentin/contract/treatment-plan'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button, ErrorLine, LinkButton, Money, Notice, toast } from '../../ui/index.ts'
import { QuoteDialog, RefuseDialog } from './deferred.ts'
import { useAcceptPlan } from './hooks.ts'
import { discountWords } from './words.ts'
import s from './treatment-plan.module.css'

interface Props {
  plan: PlanDetail
  /** The option that is looked at. */
  pickedId: string | null
  /** Where the patient chooses on the clinic's tablet. */
  chooseTo: string
}

/** What the quote holds, what the price list says today, and the patient's answer. */
export function AnswerPane({ plan, pickedId, chooseTo }: Props) {
  const [dialog, setDialog] = useState<'quote' | 'refuse' | null>(null)
  const accept = useAcceptPlan()
  const picked = plan.options.find(({ id }) => id === pickedId)
  const moved = plan.options
    .flatMap(({ lines }) => lines)
    .filter(({ price, listPrice }) => listPrice !== null && listPrice !== price)
    .filter(({ tariffId }, n, all) => all.findIndex((other) => other.tariffId === tariffId) === n)
  const limit = plan.discountLimit
  return (
    <aside className={s.side} aria-label="报价与答复">
      {planStates.is(plan.status, 'draft') && (
        <Notice tone="brand" icon="ruler">
          草稿：报价后患者才能选，价格保持到有效期
        </Notice>
      )}
      {planStates.is(plan.status, 'expired') && (
        <Notice tone="wait" icon="clock">
          报价已过期，重新报价按今天的价目
        </Notice>
      )}
      {planStates.is(plan.status, 'refused') && (
        <Notice tone="wait" icon="ban">
          未成交：{plan.refuseReason}
          {plan.refuseRemark && `（${plan.refuseRemark}）`}
        </Notice>
      )}
      {planStates.is(plan.status, 'agreed') && plan.answeredAt && (
        <Notice tone="brand" icon="check">
          患者 {plan.answeredAt.slice(0, 10)} 选定「{plan.options.find(({ id }) => id === plan.chosenOptionId)?.name}」
          {plan.answeredHow === ANSWERED_ON_TABLET && '，在平板上'}
        </Notice>
      )}
      <h3 className={s.sideTitle}>折扣</h3>
      <p className="t-13">
        {plan.discountPercent < 100 ? `整单 ${discountWords(plan.discountPercent)}` : '不打折'}
        {plan.discountReason && `，${plan.discountReason}`}
      </p>
      {plan.can.edit && (
        <p className="t-12 tertiary">
          {limit === 0
            ? '你可以给任何折扣'
            : limit >= 100
              ? '你没有打折权限'
              : `你可给到 ${discountWords(limit)}，更低需店长处理`}
        </p>
      )}
      {moved.length > 0 && (
        <>
          <h3 className={s.sideTitle}>价格</h3>
          {moved.map((line) => (
            <dl key={line.tariffId} className={s.moved}>
              <dt>{line.name}，报价</dt>
              <dd>
                <Money yuan={line.price} strong />
              </dd>
              <dt className="tertiary">价目表今天</dt>
              <dd className="tertiary">
                <Money yuan={line.listPrice} />
              </dd>
            </dl>
          ))}
          <p className="t-12 tertiary">有效期内按报价收，不随价目表变。</p>
        </>
      )}
      <Rate name={plan.doctorName} rate={plan.rate} to={`/treatmentPlan?tab=answered&doctorId=${plan.doctorId}`} />
      {plan.consultantId && plan.consultantRate && (
        <Rate
          name={plan.consultantName}
          rate={plan.consultantRate}
          to={`/treatmentPlan?tab=answered&consultantId=${plan.consultantId}`}
        />
      )}
      <span className={s.space} />
      {accept.error && <ErrorLine>{accept.error.message}</ErrorLine>}
      {plan.can.quote && !planStates.is(plan.status, 'quoted') && (
        <Button variant="primary" icon="ruler" onClick={() => setDialog('quote')}>
          {planStates.is(plan.status, 'draft') ? '报价' : '重新报价'}
        </Button>
      )}
      {plan.can.answer && (
        <div className={s.answers}>
          <LinkButton to={chooseTo} icon="users">
            请患者在平板上选
          </LinkButton>
          <Button onClick={() => setDialog('refuse')}>记为未成交</Button>
          <Button
            variant="primary"
            disabled={!picked}
            busy={accept.isPending}
            onClick={() =>
              picked &&
              accept.mutate(
                { id: plan.id, version: plan.version, optionId: picked.id },
                { onSuccess: () => toast.success('更新成功'), onError: () => undefined },
              )
            }
          >
            {picked ? `接受「${picked.name}」` : '先选一个方案'}
          </Button>
        </div>
      )}
      {dialog === 'quote' && <QuoteDialog plan={plan} onClose={() => setDialog(null)} />}
      {dialog === 'refuse' && <RefuseDialog plan={plan} onClose={() => setDialog(null)} />}
    </aside>
  )
}

/** How often somebody's plans were accepted of late; opens those that it counts. */
function Rate({ name, rate, to }: { name: string; rate: PlanDetail['rate']; to: string }) {
  return (
    <>
      <h3 className={s.sideTitle} title={RATE_SAYS}>
        {name} {RATE_NAME}
      </h3>
      <p className="t-13 num">
        {rate.answered > 0 ? (
          <Link to={to}>
            {rate.accepted} / {rate.answered}
            <b className={s.rate}>{((rate.accepted / rate.answered) * 100).toFixed(1)} %</b>
          </Link>
        ) : (
          <span className="tertiary">还没有答复的计划</span>
        )}
      </p>
    </>
  )
}
