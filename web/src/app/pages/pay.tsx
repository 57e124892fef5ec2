import { PayPage } from '../../features/payment/PayPage.tsx'

/** /pay: an order is paid with Alipay, on Alipay's own page. */
export default function Pay() {
  return <PayPage by="alipay" title="支付宝付款" />
}
