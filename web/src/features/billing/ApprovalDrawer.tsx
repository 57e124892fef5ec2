import { discountApprovalStates } from '@dentin/contract/discount-approval'
import { parseTeeth, toothText } from '@dentin/clinical'
import { formatYuan, fenToYuan, subtract, yuanToFen } from '@dentin/kit/money'
import { useState } from 'react'
import { Link } from 'react-router'
import { briefGenderAge } from '../../domain/person.ts'
import { Drawer } from '../../ui/heavy.ts'
import { Button, ErrorLine, Field, Money, Notice, SkeletonRows, TextField, toast } from '../../ui/index.ts'
import { percentWords } from './draft.ts'
import { useApproval, useApprovalSends } from './hooks.ts'
import { chargeDeskLink } from './links.ts'
import s from './billing.module.css'

/** What somebody was asked to agree to: the patient, what the bill would be, what is given away and why. */
export function ApprovalDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: asked, error, refetch, isFetching } = useApproval(id)
  const { decide } = useApprovalSends()
  const [words, setWords] = useState('')
  const [wordless, setWordless] = useState(false)
  const answer = async (agree: boolean) => {
    if (!asked) return
    setWordless(!agree && words.trim() === '')
    if (!agree && words.trim() === '') return
    const done = await decide.mutateAsync({ id, version: asked.version, agree, reason: words.trim() }).catch(() => null)
    if (done) toast.success(agree ? '已同意，账单已按申请改好' : '已拒绝')
  }
  const given =
    asked && Number(asked.originalAmount) > 0 ? Number(asked.discountAmount) / Number(asked.originalAmount) : 0
  return (
    <Drawer
      open
      title="优惠审批"
      width={440}
      onClose={onClose}
      footer={
        asked?.allowed.decide && (
          <div className={s.answers}>
            <Button size="lg" block disabled={decide.isPending} onClick={() => void answer(false)}>
              拒绝
            </Button>
            <Button
              variant="primary"
              size="lg"
              block
              busy={decide.isPending}
              disabled={asked.isStale}
              onClick={() => void answer(true)}
            >
              同意
            </Button>
          </div>
        )
      }
    >
      {error && !asked ? (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorLine>
      ) : !asked ? (
        <SkeletonRows rows={6} height={40} />
      ) : (
        <div className={s.approval}>
          <header>
            <b className="t-16">{asked.patientName}</b>
            <span className="t-13 secondary">{briefGenderAge(asked)}</span>
            <Link to={chargeDeskLink(asked.billId)} className="t-13 num">
              {asked.billNo}
            </Link>
          </header>
          <p className="t-13 secondary">
            {asked.applicantName} {asked.appliedAt.slice(5, 16)} 申请：{asked.reason}
          </p>
          <ul className={s.approvalLines}>
            {asked.items.map((item, n) => (
              <li key={n}>
                <span>
                  {item.name}
                  <span className="t-12 tertiary">
                    {item.teeth && `　${toothText(parseTeeth(item.teeth))}`}　{formatYuan(yuanToFen(item.price))} ×{' '}
                    {item.qty}
                    {item.price !== item.listPrice && `（原 ${formatYuan(yuanToFen(item.listPrice))}）`}
                    {item.discountPercent < 100 && `　${percentWords(item.discountPercent)}`}
                  </span>
                </span>
                <Money yuan={item.amount} strong />
              </li>
            ))}
          </ul>
          <dl className={s.approvalSums}>
            <div>
              <dt>原价</dt>
              <dd>
                <Money yuan={asked.originalAmount} />
              </dd>
            </div>
            <div>
              <dt>优惠（{(given * 100).toFixed(1)}%）</dt>
              <dd>
                <Money yuan={asked.discountAmount} as="deduction" />
              </dd>
            </div>
            <div className={s.approvalTotal}>
              <dt>改后应收</dt>
              <dd>
                <Money yuan={asked.receivableAmount} strong />
              </dd>
            </div>
            <div className="t-12 tertiary">
              <dt>现在应收</dt>
              <dd className="num">
                {formatYuan(yuanToFen(asked.standingAmount))}，少收{' '}
                <Money yuan={fenToYuan(subtract(yuanToFen(asked.standingAmount), yuanToFen(asked.receivableAmount)))} />
              </dd>
            </div>
          </dl>
          {discountApprovalStates.is(asked.status, 'asked') ? (
            asked.isStale && (
              <Notice tone="wait" icon="history">
                账单在申请之后有变动，不能按申请的内容改，请申请人重新申请。
              </Notice>
            )
          ) : (
            <Notice tone="muted" icon="check">
              {asked.approverName ?? asked.applicantName}
              {discountApprovalStates.names[asked.status]}
              {asked.decisionReason && `：${asked.decisionReason}`}
            </Notice>
          )}
          {asked.allowed.decide && (
            <Field label="审批意见" help="拒绝时必填" error={wordless ? '请写明拒绝的原因' : undefined}>
              <TextField maxLength={100} value={words} onChange={(event) => setWords(event.target.value)} />
            </Field>
          )}
          {decide.error && <ErrorLine>{decide.error.message}</ErrorLine>}
        </div>
      )}
    </Drawer>
  )
}
