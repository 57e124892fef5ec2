import { consent } from '@dentin/contract/consent'
import { consentStates } from '@dentin/contract/core/consent-states'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { can, useCan } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import { DataTable, listProps, Select, type Column } from '../../ui/heavy.ts'
import { Button, EmptyState, Notice, StatusTag, Tag, TextButton, toast, Toolbar } from '../../ui/index.ts'
import { useConsents, useCreate, useTemplates, type ConsentRow } from './hooks.ts'
import s from './consent.module.css'

/** A patient's consents, and the way to a new one. */
export function ConsentList({
  patientId,
  recordId,
  onOpen,
}: {
  patientId: string
  /** From this visit texts are filled, and what it asks for stands on top. */
  recordId: string | null
  onOpen: (id: string) => void
}) {
  useCan()
  const found = useConsents(patientId)
  const create = useCreate()
  const maySign = can('/patientConsent:sign')
  const make = (templateKey: string) =>
    create.mutate(
      { patientId, recordId, templateKey, requestId: newRequestId() },
      { onSuccess: ({ id }) => onOpen(id), onError: (error) => toast.error(error.message) },
    )
  const columns: Column<ConsentRow>[] = [
    { key: 'name', title: '同意书', width: 220, render: (row) => <b>{row.templateName}</b> },
    { key: 'no', title: '编号', width: 140, render: (row) => <span className="num">{row.consentNo}</span> },
    {
      key: 'signer',
      title: '签名人',
      width: 150,
      render: (row) => (row.signerName ? `${row.signerName}（${row.signerRelation || '本人'}）` : ''),
    },
    { key: 'time', title: '签名时间', width: 140, render: (row) => row.signTime?.slice(0, 16) ?? '' },
    { key: 'doctor', title: '医生', width: 90, render: (row) => row.doctorName },
    {
      key: 'status',
      title: '状态',
      width: 96,
      render: (row) => <StatusTag kind={consentStates} value={row.status} look="plain" />,
    },
    { key: 'reason', title: '作废原因', render: (row) => <span className="ellipsis tertiary">{row.voidReason}</span> },
  ]
  return (
    <>
      {recordId && maySign && <Lacking recordId={recordId} onMake={make} busy={create.isPending} />}
      <Toolbar end={maySign && <NewConsent onMake={make} busy={create.isPending} />}>
        {found.data?.photosAllowed && (
          <Tag tone="done" icon="check-circle">
            已授权公开照片
          </Tag>
        )}
      </Toolbar>
      <DataTable
        label="同意书"
        fill
        columns={columns}
        keyOf={(row) => row.id}
        {...listProps(found.data ? { ...found, data: found.data.list } : { ...found, data: undefined })}
        onOpen={(row) => onOpen(row.id)}
        empty={
          <EmptyState
            layout="stack"
            icon="signature"
            title="还没有同意书"
            hint={maySign ? '从上面选一份模板，正文会按档案和病历填好' : '由医生或前台准备后在这里查看'}
          />
        }
        mobile={(row) => (
          <div>
            <div>
              <b>{row.templateName}</b>　<StatusTag kind={consentStates} value={row.status} look="plain" />
            </div>
            <div className="secondary t-13">
              {row.signerName || '未签'}　{row.signTime?.slice(0, 16)}
            </div>
          </div>
        )}
      />
    </>
  )
}

function NewConsent({ onMake, busy }: { onMake: (key: string) => void; busy: boolean }) {
  const templates = useTemplates().data ?? []
  const [key, setKey] = useState<string | null>(null)
  return (
    <div className={s.making}>
      <Select
        label="模板"
        width={240}
        placeholder="选择模板"
        value={key}
        onChange={setKey}
        options={templates.filter(({ enabled }) => enabled).map(({ key: value, name }) => ({ value, label: name }))}
      />
      <Button variant="primary" icon="plus" busy={busy} disabled={key === null} onClick={() => key && onMake(key)}>
        准备同意书
      </Button>
    </div>
  )
}

/** What the treatments of a visit ask for and nobody has signed. */
function Lacking({ recordId, onMake, busy }: { recordId: string; onMake: (key: string) => void; busy: boolean }) {
  const lacking = useCall(consent.lacking, { id: recordId }).data ?? []
  return lacking.map(({ key, name }) => (
    <Notice
      key={key}
      tone="wait"
      icon="signature"
      edge
      action={
        <TextButton disabled={busy} onClick={() => onMake(key)}>
          准备
        </TextButton>
      }
    >
      本次处置需要「{name}」，还没有签
    </Notice>
  ))
}
