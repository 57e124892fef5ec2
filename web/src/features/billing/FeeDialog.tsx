import { billing } from '@dentin/contract/billing'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { useInvalidate, useSend } from '../../lib/query.ts'
import { Button, ErrorLine, Money, toast } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { usePayMethods } from './hooks.ts'
import { printReceipt } from './links.ts'
import s from './billing.module.css'

export interface FeeDialogProps {
  registrationId: string
  /** Yuan with two decimals. */
  fee: string
  who: string
  onClose: () => void
}

/** Takes a registration fee: one click on the way to pay, and it is done. */
export function FeeDialog({ registrationId, fee, who, onClose }: FeeDialogProps) {
  const methods = usePayMethods()
  const can = useCan()
  const take = useSend(billing.registrationFee)
  const invalidate = useInvalidate()
  const [requestId] = useState(newRequestId)
  const [failure, setFailure] = useState<string | null>(null)
  const pay = async (method: (typeof methods)[number]) => {
    setFailure(null)
    try {
      const bill = await take.mutateAsync({
        registrationId,
        payments: [{ payMethodId: method.id, amount: fee }],
        requestId: `${requestId}${method.code}`.slice(0, 60),
      })
      void invalidate([billing.unpaidCheck, billing.list, billing.shift])
      toast.success(
        `已收挂号费 ${formatYuanText(fee)}（${method.name}）`,
        can('/orderSet:print') ? { action: { label: '打印小票', onClick: () => printReceipt(bill.id) } } : {},
      )
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '没有收成，请重试')
    }
  }
  return (
    <Dialog open title={`收挂号费　${who}`} width={420} onClose={onClose}>
      <p className={s.feeSum}>
        <span className="t-13 tertiary">应收</span>
        <span className="t-30 num">
          <span className={s.yen}>¥</span>
          <Money yuan={fee} />
        </span>
      </p>
      <div className={s.feeMethods} role="group" aria-label="收款方式">
        {methods.map((method, n) => (
          <Button
            key={method.id}
            size="lg"
            variant={n === 0 ? 'primary' : 'default'}
            busy={take.isPending}
            onClick={() => void pay(method)}
          >
            {method.name}
          </Button>
        ))}
      </div>
      {failure && <ErrorLine>{failure}</ErrorLine>}
      <p className="t-12 tertiary">点收款方式即入账；也可以稍后在收费台一起收</p>
    </Dialog>
  )
}
