import { payAdjust, payAdjustStates } from '@dentin/contract/pay-adjust'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { useLive } from '../../lib/live.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import { Button, ErrorLine, Money, StatusTag, TextButton } from '../../ui/index.ts'
import { RefuseAdjustDialog } from './dialogs.ts'
import { useAdjustSends } from './hooks.ts'
import s from './billing.module.css'

/** Ways that were set right, or that wait for somebody's word. */
export function Adjusts({ billId }: { billId: string }) {
  const can = useCan()
  const sees = can('/orderSet:adjust') || can('/orderSet:adjustApprove')
  useLive(['bill'], [payAdjust.ofBill])
  const { data } = useCall(payAdjust.ofBill, { billId }, { enabled: sees, keep: false })
  const { decide, withdraw } = useAdjustSends()
  const [refusing, setRefusing] = useState<string | null>(null)
  if (!data || data.length === 0) return null
  const failure = decide.error ?? withdraw.error
  return (
    <>
      <h3 className={s.ledgerHead}>改账</h3>
      <ul className={s.ledger}>
        {data.map((one) => (
          <li key={one.id}>
            <span>
              {one.oldMethodName} → {one.ways.map(({ name, amount }) => `${name} ${formatYuanText(amount)}`).join('，')}
            </span>
            <Money yuan={one.amount} strong />
            <span className="t-12 tertiary">
              <span className="num">{one.adjustNo}</span> {one.applicantName}
              {one.approverName && `，${one.approverName}批`}　{one.reason}
              {one.decisionReason && `　批复：${one.decisionReason}`}
            </span>
            <StatusTag kind={payAdjustStates} value={one.status} />
            {one.allowed.decide && (
              <span className={s.adjustActs}>
                <Button
                  size="sm"
                  variant="primary"
                  busy={decide.isPending}
                  onClick={() => decide.mutate({ id: one.id, version: one.version, agree: true })}
                >
                  同意
                </Button>
                <Button size="sm" disabled={decide.isPending} onClick={() => setRefusing(one.id)}>
                  拒绝
                </Button>
                {refusing === one.id && (
                  <RefuseAdjustDialog id={one.id} version={one.version} onClose={() => setRefusing(null)} />
                )}
              </span>
            )}
            {one.allowed.withdraw && !one.allowed.decide && (
              <span className={s.adjustActs}>
                <TextButton onClick={() => withdraw.mutate({ id: one.id, version: one.version })}>撤回</TextButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {failure && <ErrorLine>{failure.message}</ErrorLine>}
    </>
  )
}
