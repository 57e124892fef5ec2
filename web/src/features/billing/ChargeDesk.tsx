import { billStates } from '@dentin/contract/core/status'
import { useCallback, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  confirm,
  cx,
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
import { ApprovalDrawer, Decisions } from './dialogs.ts'
import { BillQueue } from './BillQueue.tsx'
import { useBill, useBillList, useUnpaid, useWaitingDecisions, useWaitingExceptions, type BillTab } from './hooks.ts'
import { Workspace } from './Workspace.tsx'
import s from './billing.module.css'

const codecs = {
  tab: urlEnum(['waiting', 'arrears', 'paid', 'refund', 'approval', 'exception', 'draft'], 'waiting'),
  billId: urlOptional,
  patientId: urlOptional,
  registrationId: urlOptional,
  fresh: urlFlag,
  /** A new bill sells goods, without a visit. */
  retail: urlFlag,
  pay: urlFlag,
  /** The refund that is open, and whether one is asked for of the bill that is. */
  refund: urlOptional,
  refunding: urlFlag,
  /** A discount that somebody asks for. */
  approval: urlOptional,
}
type DeskTab = BillTab | 'refund' | 'approval' | 'exception'
const tabNames: Record<DeskTab, string> = {
  waiting: '待收费',
  arrears: '欠费',
  paid: '今日已收',
  refund: '退费',
  approval: '审批',
  exception: '异常',
  draft: '草稿',
}

export interface ChargeDeskProps {
  /** The bar of the patient whose bill is open. */
  /** @param recordId of which the bill was made, for whoever may read it */
  renderPatient: (patientId: string, recordId: string | null) => ReactNode
  /** Asks for a patient for a new bill, or for goods that are sold. */
  renderPicker: (onPick: (patientId: string) => void, onClose: () => void, retail: boolean) => ReactNode
  /** Asks for a refund of a bill. */
  Refunding: ComponentType<{
    billId: string
    onDone: (refundId: string) => void
    onCancel: () => void
    onDirty: (dirty: boolean) => void
  }>
  /** The refunds of the clinic, one of them open. */
  renderRefunds: (refundId: string | null, onSelect: (refundId: string) => void) => ReactNode
  /** What went wrong with payments through gateways. */
  renderExceptions: () => ReactNode
  /** An invoice is asked for. */
  onInvoice: (billId: string) => void
}

/** The charge desk: queue, bill, payment; on the phone one after the other. The address holds tab and bill. */
export function ChargeDesk({
  renderPatient,
  renderPicker,
  Refunding,
  renderRefunds,
  renderExceptions,
  onInvoice,
}: ChargeDeskProps) {
  const [url, setUrl] = useUrlState(codecs)
  const can = useCan()
  const mobile = useIsMobile()
  const [picking, setPicking] = useState<'visit' | 'retail' | null>(null)
  /** What is typed and kept nowhere, in words. */
  const unsaved = useRef<string | null>(null)
  const listed = url.tab === 'refund' || url.tab === 'approval' || url.tab === 'exception' ? 'waiting' : url.tab
  const queue = useBillList(listed, '', 50)
  const bill = useBill(url.billId)
  const counts = queue.data?.counts
  const making = url.billId === null && url.patientId !== null
  // A new bill that was kept goes on in the same workspace, with everything that is typed.
  const [opened, setOpened] = useState<{ key: string; id: string; patientId: string } | null>(null)
  const key = url.billId
    ? opened?.id === url.billId
      ? opened.key
      : url.billId
    : `new:${url.patientId ?? ''}${url.retail ? ':retail' : ''}`

  const first = queue.data?.list[0]?.id ?? null
  useEffect(() => {
    // The desk begins with the longest wait; the phone begins with the queue.
    if (!mobile && !url.billId && !url.patientId && first && url.tab === 'waiting') setUrl({ billId: first })
  }, [mobile, url.billId, url.patientId, url.tab, first, setUrl])

  // Who comes from a patient's page is led to the bill that waits, once; 开单 at the desk always begins a new one, and a
  // bill that is being made here is not taken away when it is kept.
  const unpaid = useUnpaid(making && !url.fresh && !url.retail ? url.patientId : null)
  const arrived = useRef<string | null>(null)
  useEffect(() => {
    if (!making) arrived.current = null
    if (!making || url.fresh || url.retail || !unpaid.data || unpaid.isFetching || arrived.current === url.patientId)
      return
    arrived.current = url.patientId
    const [first] = unpaid.data.bills
    if (first) setUrl({ billId: first.id, patientId: null, registrationId: null })
  }, [making, url.fresh, url.retail, url.patientId, unpaid.data, unpaid.isFetching, setUrl])

  const leave = async (go: () => void) => {
    if (
      unsaved.current !== null &&
      !(await confirm({
        title: unsaved.current,
        body: '换一张账单后将会丢失。',
        okText: '放弃',
        cancelText: '留在这里',
        danger: true,
      }))
    )
      return
    unsaved.current = null
    go()
  }
  const plain = {
    patientId: null,
    registrationId: null,
    pay: false,
    fresh: false,
    retail: false,
    refund: null,
    refunding: false,
  }
  const select = (billId: string | null) => setUrl({ ...plain, billId }, { push: true })
  const next = () => {
    const other = queue.data?.list.find((row) => row.id !== url.billId && billStates.is(row.status, 'due'))
    setUrl({ ...plain, tab: 'waiting', billId: other?.id ?? null })
  }
  const onOpened = (id: string) => {
    unsaved.current = null
    setOpened({ key, id, patientId: patientId ?? '' })
    setUrl({ billId: id, patientId: null, registrationId: null, fresh: false, retail: false })
  }
  const onDirty = useCallback((what: string | null) => void (unsaved.current = what), [])
  const onRefundDirty = useCallback((dirty: boolean) => onDirty(dirty ? '退费已填写，还没有提交' : null), [onDirty])

  const kept = opened?.id === url.billId ? opened.patientId : null
  const patientId = url.billId ? (bill.data?.patientId ?? kept) : url.patientId
  const exceptions = url.tab === 'exception' && !url.billId && !making
  const deciding = url.tab === 'approval' && !url.billId && !making
  const wrong = useWaitingExceptions()
  const decisions = useWaitingDecisions()
  const refunds = url.tab === 'refund' && !url.billId && !making
  const refunding = url.billId !== null && url.refunding
  const showQueue = !mobile || (!url.billId && !making && !url.refund)
  const mayOpen = can('/orderSet:open') || can('/orderSet:charge')
  const tabs = (Object.keys(tabNames) as DeskTab[])
    .filter((value) => value !== 'exception' || can('/orderSet:exceptions'))
    .filter((value) => value !== 'approval' || decisions.may)
    .map((value) => ({
      value,
      label: tabNames[value],
      count:
        value === 'exception'
          ? wrong
          : value === 'approval'
            ? decisions.approvals.length + decisions.adjusts.length
            : counts?.[value],
    }))
  const setTab = (tab: DeskTab) => void leave(() => setUrl({ ...plain, tab, billId: null }, { push: true }))
  return (
    <Page className={s.page}>
      <PageTitle
        title={mobile && !showQueue ? (url.refund || refunding ? '退费' : url.pay ? '收款' : '账单') : undefined}
        extra={<Segmented label="账单" size="sm" options={tabs} value={url.tab} onChange={setTab} />}
        crumbs={mobile ? [showQueue ? { label: '首页', to: '/' } : backOf(url)] : []}
      />
      {mobile && showQueue && (
        <div className={s.phoneTabs}>
          <Chips label="账单" options={tabs} value={url.tab} onChange={setTab} />
        </div>
      )}
      {patientId && !(mobile && url.pay) && (
        <div className={s.patient}>{renderPatient(patientId, url.billId ? (bill.data?.recordId ?? null) : null)}</div>
      )}
      <div
        className={cx(
          s.desk,
          refunding && s.refunding,
          (refunding || refunds || exceptions || deciding) && mobile && s.stacked,
        )}
      >
        {refunding && url.billId ? (
          <Refunding
            key={url.billId}
            billId={url.billId}
            onDone={(refund) => {
              unsaved.current = null
              setUrl({ ...plain, billId: null, tab: 'refund', refund })
            }}
            onCancel={() => void leave(() => setUrl({ refunding: false }))}
            onDirty={onRefundDirty}
          />
        ) : exceptions ? (
          renderExceptions()
        ) : deciding ? (
          <Decisions onApproval={(approval) => setUrl({ approval })} />
        ) : refunds ? (
          renderRefunds(url.refund, (refund) => setUrl({ refund }, { push: true }))
        ) : (
          <>
            {showQueue && (
              <BillQueue
                tab={listed}
                selectedId={url.billId}
                onSelect={(row) => row.id !== url.billId && void leave(() => select(row.id))}
                onNew={mayOpen ? (what) => void leave(() => setPicking(what)) : undefined}
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
                forWhom={{ patientId: patientId ?? '', registrationId: url.registrationId, retail: url.retail }}
                onOpened={onOpened}
                onNext={next}
                onDirty={onDirty}
                paying={url.pay}
                onPaying={(pay) => setUrl({ pay }, { push: true })}
                onInvoice={onInvoice}
                onRefund={() => setUrl({ refunding: true, pay: false }, { push: true })}
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
                        <Button icon="plus" onClick={() => setPicking('visit')}>
                          开单
                        </Button>
                      )
                    }
                  />
                </div>
              )
            )}
          </>
        )}
      </div>
      {url.approval && <ApprovalDrawer id={url.approval} onClose={() => setUrl({ approval: null })} />}
      {picking &&
        renderPicker(
          (patient) => {
            setPicking(null)
            const what = { fresh: true, retail: picking === 'retail' }
            setUrl({ ...plain, tab: listed, billId: null, patientId: patient, ...what }, { push: true })
          },
          () => setPicking(null),
          picking === 'retail',
        )}
    </Page>
  )
}

/** One step back on the phone: payment → bill → queue. */
function backOf(url: {
  tab: DeskTab
  billId: string | null
  patientId: string | null
  pay: boolean
  refunding: boolean
}) {
  const to = new URLSearchParams(url.tab === 'waiting' ? {} : { tab: url.tab })
  if (!url.pay && !url.refunding) return { label: '收费', to: `/orderSet?${to.toString()}` }
  if (url.billId) to.set('billId', url.billId)
  else if (url.patientId) to.set('patientId', url.patientId)
  return { label: '账单', to: `/orderSet?${to.toString()}` }
}
