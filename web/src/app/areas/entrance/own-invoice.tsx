import { useLocation, useNavigate } from 'react-router'
import { OwnInvoicePage } from '../../../features/invoice/index.ts'
import { useScreen } from '../../use-screen.ts'

/** /invoice#<code>: an invoice asked for by the buyer. The code stands behind the hash, which no browser sends. */
export default function OwnInvoice() {
  const { hash } = useLocation()
  const title = useScreen()?.title ?? ''
  const navigate = useNavigate()
  return (
    <OwnInvoicePage
      title={title}
      code={hash.slice(1)}
      onCode={(next) => void navigate(`/invoice#${encodeURIComponent(next.replaceAll(/[\s-]/g, ''))}`)}
    />
  )
}
