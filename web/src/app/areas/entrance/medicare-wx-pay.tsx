import { PayPage } from '../../../features/payment/index.ts'
import { useScreen } from '../../use-screen.ts'

/** /medicareWxPay: an order of the medical insurance membership is paid with WeChat. */
export default function MedicareWxPay() {
  return <PayPage by="wechat" title={useScreen()?.title} />
}
