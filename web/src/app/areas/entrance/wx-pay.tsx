import { PayPage } from '../../../features/payment/index.ts'
import { useScreen } from '../../use-screen.ts'

/** /wxPay: an order is paid with WeChat, by scanning a code. */
export default function WxPay() {
  return <PayPage by="wechat" title={useScreen()?.title} />
}
