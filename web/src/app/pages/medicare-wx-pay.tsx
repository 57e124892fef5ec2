import { PayPage } from '../../features/payment/PayPage.tsx'

/** /medicareWxPay: an order of the medical insurance membership is paid with WeChat. */
export default function MedicareWxPay() {
  return <PayPage by="wechat" title="医保会员微信付款" />
}
