import { billStates } from '@dentin/contract/core/status'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  confirm,
  EmptyState,
  ErrorLine,
  Page,
  PageTitle,
  Segmented,
  Chips,
  SkeletonRows,
  urlEnum,
  urlFlag,
  urlOptional,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { BillQueue } from './BillQueue.tsx'
import { useBill, useBillList, useUnpaid, type BillTab } from './hooks.ts'
import { Workspace } from './Workspace.tsx'
import s from './billing.module.css'

const codecs = {
  tab: urlEnum(['waiting', 'arrears', 'paid', 'draft'], 'waiting'),
  billId: urlOptional,
  patientId: urlOptional,
  registrationId: urlOptional,
  fresh: urlFlag,
  pay: urlFlag,
}
const tabNames: Record<BillTab, string> = { waiting: '待收费', arrears: '欠费', paid: '今日已收', draft: '草稿' }

export interface ChargeDeskProps {
  /** The bar of the patient whose bill is open. */
  renderPatient: (patientId: string) => ReactNode
  /** Asks for a patient for a new bill. */
  renderPicker: (onPick: (patientId: string) => void, onClose: () => void) => ReactNode
}

/** The charge desk: queue, bill, payment; on the phone one after the other. The address holds tab and bill. */
export function ChargeDesk({ renderPatient, renderPicker }: ChargeDeskProps) {
  const [url, setUrl] = useUrlState(codecs)
  const can = useCan()
  const mobile = useIsMobile()
  const [picking, setPicking] = useState(false)
  const isDirty = useRef(false)
  const queue = useBillList(url.tab, '', 50)
  const bill = useBill(url.billId)
  const counts = queue.data?.counts
  const making = url.billId === null && url.patientId !== null
  // A new bill that was kept goes on in the same workspace, with everything that is typed.
  const [opened, setOpened] = useState<{ key: string; id: string; patientId: string } | null>(null)
  const key = url.billId ? (opened?.id === url.billId ? opened.key : url.billId) : `new:${url.patientId ?? ''}`

  const first = queue.data?.list[0]?.id ?? null
  useEffect(() => {
    // The desk begins with the longest wait; the phone begins with the queue.
    if (!mobile && !url.billId && !url.patientId && first && url.tab === 'waiting') setUrl({ billId: first })
  }, [mobile, url.billId, url.patientId, url.tab, first, setUrl])

  // Who comes from a patient's page is led to the bill that waits, once; 开单 at the desk always begins a new one, and a
  // bill that is being made here is not taken away when it is kept.
  const unpaid = useUnpaid(making && !url.fresh ? url.patientId : null)
  const arrived = useRef<string | null>(null)
  useEffect(() => {
    if (!making) arrived.current = null
    if (!making || url.fresh || !unpaid.data || unpaid.isFetching || arrived.current === url.patientId) return
    arrived.current = url.patientId
    const [first] = unpaid.data.bills
    if (first) setUrl({ billId: first.id, patientId: null, registrationId: null })
  }, [making, url.fresh, url.patientId, unpaid.data, unpaid.isFetching, setUrl])

  const leave = async (go: () => void) => {
    if (
      isDirty.current &&
      !(await confirm({
        title: '账单有未保存的修改',
        body: '换一张账单后将会丢失。',
        okText: '放弃修改',
        cancelText: '留在这里',
        danger: true,
      }))
    )
      return
    isDirty.current = false
    go()
  }
  const select = (billId: string | null) =>
    setUrl({ billId, patientId: null, registrationId: null, pay: false, fresh: false }, { push: true })
  const next = () => {
    const other = queue.data?.list.find((row) => row.id !== url.billId && billStates.is(row.status, 'due'))
    setUrl({
      tab: 'waiting',
      billId: other?.id ?? null,
      patientId: null,
      registrationId: null,
      pay: false,
      fresh: false,
    })
  }
  const onOpened = (id: string) => {
    isDirty.current = false
    setOpened({ key, id, patientId: patientId ?? '' })
    setUrl({ billId: id, patientId: null, registrationId: null, fresh: false })
  }
  const onDirty = useCallback((dirty: boolean) => void (isDirty.current = dirty), [])

  const kept = opened?.id === url.billId ? opened.patientId : null
  const patientId = url.billId ? (bill.data?.patientId ?? kept) : url.patientId
  const showQueue = !mobile || (!url.billId && !making)
  const mayOpen = can('/orderSet:open') || can('/orderSet:charge')
  const tabs = (Object.keys(tabNames) as BillTab[]).map((value) => ({
    value,
    label: tabNames[value],
    count: counts?.[value],
  }))
  const setTab = (tab: BillTab) =>
    void leave(() =>
      setUrl({ tab, billId: null, patientId: null, registrationId: null, pay: false, fresh: false }, { push: true }),
    )
  return (
    <Page className={s.page}>
      <PageTitle
        title={mobile && !showQueue ? (url.pay ? '收款' : '账单') : undefined}
        extra={<Segmented label="账单" size="sm" options={tabs} value={url.tab} onChange={setTab} />}
        crumbs={mobile ? [showQueue ? { label: '首页', to: '/' } : backOf(url)] : []}
      />
      {mobile && showQueue && (
        <div className={s.phoneTabs}>
          <Chips label="账单" options={tabs} value={url.tab} onChange={setTab} />
        </div>
      )}
      {patientId && !(mobile && url.pay) && <div className={s.patient}>{renderPatient(patientId)}</div>}
      <div className={s.desk}>
        {showQueue && (
          <BillQueue
            tab={url.tab}
            selectedId={url.billId}
            onSelect={(row) => row.id !== url.billId && void leave(() => select(row.id))}
            onNew={mayOpen ? () => void leave(() => setPicking(true)) : undefined}
          />
        )}
        {url.billId && bill.error && !bill.data ? (
          <div className={s.nothing}>
            <ErrorLine onRetry={() => void bill.refetch()} retrying={bill.isFetching}>
              {bill.error.message}
            </ErrorLine>
          </div>
        ) : url.billId && !bill.data && opened?.id !== url.billId ? (
          <div className={s.bill}>
            <div className={s.billBody}>
              <SkeletonRows rows={6} height={46} />
            </div>
          </div>
        ) : bill.data || making || (opened && opened.id === url.billId) ? (
          <Workspace
            key={key}
            bill={url.billId ? (bill.data ?? null) : null}
            forWhom={{ patientId: patientId ?? '', registrationId: url.registrationId }}
            onOpened={onOpened}
            onNext={next}
            onDirty={onDirty}
            paying={url.pay}
            onPaying={(pay) => setUrl({ pay }, { push: true })}
          />
        ) : (
          !mobile && (
            <div className={s.nothing}>
              <EmptyState
                layout="stack"
                icon="receipt"
                title="没有选择账单"
                hint={mayOpen ? '从左边选一张，或给患者开单' : '从左边选一张'}
                action={
                  mayOpen && (
                    <Button icon="plus" onClick={() => setPicking(true)}>
                      开单
                    </Button>
                  )
                }
              />
            </div>
          )
        )}
      </div>
      {picking &&
        renderPicker(
          (patient) => {
            setPicking(false)
            setUrl({ billId: null, patientId: patient, registrationId: null, pay: false, fresh: true }, { push: true })
          },
          () => setPicking(false),
        )}
    </Page>
  )
}

/** One step back on the phone: payment → bill → queue. */
function backOf(url: { tab: BillTab; billId: string | null; patientId: string | null; pay: boolean }) {
  const to = new URLSearchParams(url.tab === 'waiting' ? {} : { tab: url.tab })
  if (!url.pay) return { label: '收费', to: `/orderSet?${to.toString()}` }
  if (url.billId) to.set('billId', url.billId)
  else if (url.patientId) to.set('patientId', url.patientId)
  return { label: '账单', to: `/orderSet?${to.toString()}` }
}
