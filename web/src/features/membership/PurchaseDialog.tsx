import { invoiceTypeNames, vipPayTypeNames, membershipErrors } from '@dentin/contract/membership'
import { useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { cx, ErrorLine, Field, Icon, Money, RadioGroup, SkeletonRows, type IconName } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { useCharge, usePreCharge } from './hooks.ts'
import { dialogTitle, missing, NAMES, toggled, type Kind, type Order } from './model.ts'
import { Packages } from './Packages.tsx'
import s from './membership.module.css'

const METHOD_ICONS: readonly IconName[] = ['alipay', 'wechat', 'bank']
const METHOD_HINTS = ['打开支付宝收银台', '微信扫码支付', '转账后由平台确认'] as const

/** Choosing a package, a way to pay and an invoice. What it costs, the server says. */
export function PurchaseDialog({
  kind,
  preset,
  onOrdered,
  onUnpaid,
  onClose,
}: {
  kind: Kind
  /** A package that was pressed before. */
  preset?: string | null
  onOrdered: (order: Order) => void
  /** There is an order that has to be paid or cancelled first. */
  onUnpaid: () => void
  onClose: () => void
}) {
  const before = usePreCharge(kind)
  const charge = useCharge(kind)
  const [settingId, setSettingId] = useState<string | null>(preset ?? null)
  const [payType, setPayType] = useState<number | null>(null)
  const [invoiceType, setInvoiceType] = useState<-1 | 0 | 1>(-1)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ settingId?: string; payType?: string; other?: string }>({})
  const setting = before.data?.packages.find((each) => each.settingId === settingId) ?? null
  const gaps = tried ? missing({ settingId: setting?.settingId ?? null, payType }) : {}

  const submit = async () => {
    setTried(true)
    setRefused({})
    if (!setting || payType === null) return
    try {
      onOrdered(
        await charge.mutateAsync({
          settingId: setting.settingId,
          count: setting.count,
          payType: payType as 0 | 1 | 2,
          ...(invoiceType === -1 ? {} : { invoiceType }),
        }),
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.is(membershipErrors.VIP_ORDER_OPEN)) return onUnpaid()
      const of = (field: string) => error.fields.find((each) => each.field === field)?.message
      const beside = { settingId: of('settingId') ?? of('count'), payType: of('payType') }
      setRefused({
        ...(beside.settingId ? { settingId: beside.settingId } : {}),
        ...(beside.payType ? { payType: beside.payType } : {}),
        ...(beside.settingId || beside.payType ? {} : { other: error.message }),
      })
      // The package may have been changed or switched off: show what is on sale now.
      void before.refetch()
    }
  }

  return (
    <Dialog
      open
      width={720}
      title={before.data ? `${dialogTitle(before.data)}${NAMES[kind]}` : NAMES[kind]}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitText="提交订单"
      busy={charge.isPending}
      submitDisabled={!before.data}
      footStart={
        <span className={s.due} aria-live="polite">
          <span className="t-13 secondary">应付</span>
          {setting ? <Money yuan={setting.payable} sign strong className={s.dueAmount} /> : <span>—</span>}
        </span>
      }
    >
      {before.error && !before.data ? (
        <ErrorLine onRetry={() => void before.refetch()} retrying={before.isFetching}>
          套餐没有读到：{before.error.message}
        </ErrorLine>
      ) : before.data ? (
        <div className={s.purchase}>
          {refused.other && <ErrorLine>{refused.other}</ErrorLine>}
          <Field label="会员套餐" required group error={gaps.settingId ?? refused.settingId}>
            <Packages
              packages={before.data.packages}
              chosen={setting?.settingId ?? null}
              onPress={(pressed) => setSettingId(toggled(settingId, pressed))}
            />
          </Field>
          <p className={s.span}>
            {setting ? (
              <>
                购买后有效期至 <b className="num">{setting.newEndDate}</b>
                {before.data.endDate && <span className="tertiary">（现为 {before.data.endDate}）</span>}
              </>
            ) : (
              <span className="tertiary">
                {before.data.packages.length > 0 ? '选择套餐后显示新的有效期' : '暂时没有在售的套餐，请联系平台客服'}
              </span>
            )}
          </p>
          <Field label="支付方式" required group error={gaps.payType ?? refused.payType}>
            <Methods offered={before.data.payTypes} value={payType} onChange={setPayType} />
          </Field>
          <Field label="发票" group help={invoiceType === -1 ? undefined : '支付成功后，在“订单与发票”里填写开票信息'}>
            <RadioGroup
              value={invoiceType}
              onChange={setInvoiceType}
              options={[
                { value: -1 as const, label: '暂不开票' },
                { value: 0 as const, label: invoiceTypeNames[0] },
                { value: 1 as const, label: invoiceTypeNames[1] },
              ]}
            />
          </Field>
        </div>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Dialog>
  )
}

function Methods({
  offered,
  value,
  onChange,
}: {
  offered: readonly number[]
  value: number | null
  onChange: (payType: number) => void
}) {
  return (
    <div className={s.methods} role="radiogroup" aria-label="支付方式">
      {vipPayTypeNames.map((name, payType) =>
        offered.includes(payType) ? (
          <label key={name} className={cx(s.method, value === payType && s.methodChosen)}>
            <input
              type="radio"
              name="pay-type"
              className="sr-only"
              checked={value === payType}
              onChange={() => onChange(payType)}
            />
            <span className={s.methodIcon}>
              <Icon name={METHOD_ICONS[payType] as IconName} size={22} />
            </span>
            <span className={s.methodWords}>
              <span className="bold">{name}</span>
              <span className="t-12 secondary">{METHOD_HINTS[payType]}</span>
            </span>
          </label>
        ) : null,
      )}
    </div>
  )
}
