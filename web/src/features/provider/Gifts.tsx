import { provider } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { send as sendCall } from '../../lib/client.ts'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  EmptyState,
  Field,
  NumberField,
  RadioGroup,
  TextArea,
  toast,
  Toolbar,
  useUrlState,
} from '../../ui/index.ts'
import { ComboBox, DataTable, FormDialog, pageCodecs, pagedProps, Picked, type Column } from '../../ui/heavy.ts'
import { kindOptions, kindWord } from './words.ts'
import s from './provider.module.css'

type Gift = WireOutput<typeof provider.gifts>['list'][number]
/** A clinic as it is chosen. */
export interface Place {
  clinicId: string
  clinicName: string
  companyName: string
}

const codecs = { giftPage: pageCodecs.page, giftSize: pageCodecs.size }

/** Days that the provider gave, and giving more. */
export function Gifts() {
  const [state, set] = useUrlState(codecs)
  const [giving, setGiving] = useState(false)
  const place = { page: state.giftPage, size: state.giftSize }
  const found = useCall(provider.gifts, { pageNum: place.page, pageSize: place.size })
  const columns: Column<Gift>[] = [
    { key: 'at', title: '时间', width: 172, numeric: true, render: (row) => row.at.slice(0, 16) },
    { key: 'clinic', title: '门诊', width: 200, render: (row) => <span className="ellipsis">{row.clinicName}</span> },
    { key: 'kind', title: '会员', width: 110, render: (row) => kindWord(row.kind) },
    { key: 'days', title: '天数', width: 80, align: 'right', numeric: true, render: (row) => row.days },
    { key: 'end', title: '有效期至', width: 120, numeric: true, render: (row) => row.endDate },
    { key: 'reason', title: '理由', render: (row) => <span className="ellipsis">{row.reason}</span> },
    { key: 'by', title: '操作人', width: 110, render: (row) => row.by },
  ]
  return (
    <>
      <Toolbar
        end={
          <Button variant="primary" icon="plus" onClick={() => setGiving(true)}>
            赠送天数
          </Button>
        }
      >
        <span className="t-13 secondary">在有效期后面加天数，门诊管理员会收到消息</span>
      </Toolbar>
      <DataTable
        label="赠送记录"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, place, ({ page, size }) => set({ giftPage: page, giftSize: size }))}
        empty={<EmptyState layout="stack" icon="crown" title="还没有赠送过" />}
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong className="ellipsis">{row.clinicName}</strong>
              <span className={`${s.push} num`}>{row.days} 天</span>
            </div>
            <div className="t-13 secondary">
              {row.reason} · 至 <span className="num">{row.endDate}</span> · {row.by}
            </div>
          </div>
        )}
      />
      {giving && <GiveDialog place={null} onClose={() => setGiving(false)} />}
    </>
  )
}

/** Gives days to a clinic, or to one that is chosen first. */
export function GiveDialog({ place, onClose }: { place: Place | null; onClose: () => void }) {
  const send = useSend(provider.giveDays, { refresh: [provider.gifts, provider.clinics, provider.clinicDetail] })
  const form = useCallForm(provider.giveDays, {
    defaultValues: { ...(place ? { clinicId: place.clinicId } : {}), kind: 'vip', reason: '' },
  })
  const [chosen, setChosen] = useState(place)
  const submit = form.save(send.mutateAsync, ({ endDate }) => {
    toast.success(`已赠送，有效期至 ${endDate}`)
    onClose()
  })
  return (
    <FormDialog
      title="赠送会员天数"
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="赠送"
      width={460}
      sticky
    >
      <Field label="门诊" required error={form.errorOf('clinicId')}>
        {place ? (
          <div>{place.clinicName}</div>
        ) : (
          <ClinicPick
            chosen={chosen}
            onPick={(picked) => {
              setChosen(picked)
              form.setValue('clinicId', picked?.clinicId ?? '', { shouldValidate: picked !== null })
            }}
          />
        )}
      </Field>
      <Picked form={form} name="kind" label="会员" required group>
        {(field) => <RadioGroup options={kindOptions} {...field} />}
      </Picked>
      <Picked form={form} name="days" label="天数" required>
        {(field) => <NumberField {...field} min={1} max={3660} unit="天" />}
      </Picked>
      <Field label="理由" required help="留在操作记录里" error={form.errorOf('reason')}>
        <TextArea rows={2} maxLength={200} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

/** Finds a clinic by name, company or pinyin. With `chosen` it stays in the field; without it the field is free for the next. */
export function ClinicPick({ chosen, onPick }: { chosen?: Place | null; onPick: (place: Place | null) => void }) {
  return (
    <ComboBox<Place>
      search={async (keyword, signal) => (await sendCall(provider.clinics, { keyword, pageSize: 20 }, { signal })).list}
      keyOf={(place) => place.clinicId}
      {...(chosen === undefined
        ? {}
        : { textOf: (place: Place) => place.clinicName, value: chosen?.clinicName ?? '', onClear: () => onPick(null) })}
      render={(place) => (
        <span className={s.inline}>
          <span>{place.clinicName}</span>
          <span className="t-12 tertiary ellipsis">{place.companyName}</span>
        </span>
      )}
      onPick={onPick}
      minLength={1}
      placeholder="门诊、机构名称或拼音"
      emptyText="没有找到门诊"
      icon="search"
    />
  )
}
