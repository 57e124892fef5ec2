import { invoice, type InvoiceKind } from '@dentin/contract/invoice'
import { useEffect, useState } from 'react'
import { useSend } from '../../lib/query.ts'
import { QrCode } from '../../ui/index.ts'
import s from './invoice.module.css'

export interface InvoiceCode {
  code: string
  url: string
}

/** The code for a receipt: undefined until it is there; null where nothing can be invoiced. A receipt waits for it before it is printed. */
export function useInvoiceCode(kind: InvoiceKind, holderId: string): InvoiceCode | null | undefined {
  const [code, setCode] = useState<InvoiceCode | null>()
  const { mutate } = useSend(invoice.makeCode)
  useEffect(() => {
    if (holderId === '') return
    mutate(
      { kind, holderId },
      {
        onSuccess: (made) => setCode(made.code && made.url ? { code: made.code, url: made.url } : null),
        // A receipt is printed all the same.
        onError: () => setCode(null),
      },
    )
  }, [mutate, kind, holderId])
  return code
}

/** At the foot of a receipt: the QR code with which its buyer asks for the invoice. */
export function InvoiceQr({ made }: { made: InvoiceCode }) {
  return (
    <div className={s.qr}>
      <QrCode text={made.url} label="自助开票二维码" size={84} />
      <span>
        扫码自助开电子发票
        <br />
        <span className="num">{made.code.replace(/(.{4})(?=.)/g, '$1 ')}</span>
      </span>
    </div>
  )
}
