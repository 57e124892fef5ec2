import { InvoiceTable, OrderDialogs, OrderTable } from '../../../features/membership/index.ts'
import { Page, PageTitle, Segmented, Toolbar, urlEnum, useUrlState } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'
import s from './order-record.module.css'

const codecs = { view: urlEnum(['orders', 'invoices'] as const, 'orders') }

/** /orderRecord: the orders of the membership and their invoices. */
export default function OrderRecordPage() {
  const [url, setUrl] = useUrlState(codecs)
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <Toolbar className={s.bar}>
        <Segmented
          label="订单或发票"
          value={url.view}
          onChange={(view) => setUrl({ view })}
          options={[
            { value: 'orders', label: '订单' },
            { value: 'invoices', label: '发票' },
          ]}
        />
      </Toolbar>
      {url.view === 'orders' ? <OrderTable kind="vip" /> : <InvoiceTable />}
      <OrderDialogs kind="vip" />
    </Page>
  )
}
