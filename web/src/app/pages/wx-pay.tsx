import { PayPage } from '../../features/payment/PayPage.tsx'

/** /wxPay: an order is paid with WeChat, by scanning a code. */
export default function WxPay() {
  return <PayPage by="wechat" title="微信付款" />
}
