import { appointItemFields as fields, ownItemKeys, type OwnItemKey } from '@dentin/contract/appoint-item-fields'
import { inOrder, someOf } from '@dentin/contract/core/field-kinds'
import { settingCalls } from '@dentin/contract/settings'
import { priceText } from '@dentin/kit/money'
import { Fragment, useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { DeclaredField, FormDialog, Picked, Select, type Column } from '../../ui/heavy.ts'
import { RadioGroup, Switch, Tag, toast } from '../../ui/index.ts'
import { EntryTable } from '../../ui/list/EntryTable.tsx'
import { bufferText, chairWord, ItemName, Online, Price, wideOf } from './AppointItems.tsx'
import { useClinicItems, useDepts, useSaveClinicItem, type ClinicItem } from './hooks.ts'
import s from './setting.module.css'

const minutesOf = (row: ClinicItem) => row.durationMin ?? row.company.durationMin
const openOf = (row: ClinicItem) => row.allowOnline ?? row.company.allowOnline
const nameOf = (row: ClinicItem) => row.onlineName || row.company.onlineName
const buffersOf = (row: ClinicItem) => ({
  bufferBefore: row.bufferBefore ?? row.company.bufferBefore,
  bufferAfter: row.bufferAfter ?? row.company.bufferAfter,
})
const priceOf = (row: ClinicItem) => row.price ?? row.company.price
const priceWords = (yuan: string | null) => yuan !== null && priceText(yuan)
const isOwn = (row: ClinicItem) => ownItemKeys.some((key) => row[key] !== null && row[key] !== '')

/** What patients are booked for in the present clinic: the company's list, with what the clinic does otherwise. */
export function ClinicItems() {
  const [editing, setEditing] = useState<ClinicItem | null>(null)
  const columns: Column<ClinicItem>[] = [
    {
      key: 'name',
      title: '预约项目',
      render: (row) => <ItemName {...row}>{isOwn(row) && <Tag tone="brand">本店自定</Tag>}</ItemName>,
    },
    {
      key: 'duration',
      title: fields.durationMin.label,
      width: 180,
      align: 'right',
      numeric: true,
      render: (row) => (
        <>
          {row.durationMin !== null && <span className="tertiary">机构 {row.company.durationMin}　</span>}
          {minutesOf(row)} 分钟
        </>
      ),
    },
    { key: 'buffer', title: '缓冲', width: 150, numeric: true, render: (row) => bufferText(buffersOf(row)) },
    {
      key: 'price',
      title: fields.price.label,
      width: 100,
      align: 'right',
      numeric: true,
      render: (row) => <Price yuan={priceOf(row)} />,
    },
    {
      key: 'place',
      title: '科室 · 诊椅',
      width: 170,
      render: (row) => [row.deptName, chairWord(row.needChairType)].filter(Boolean).join(' · ') || '—',
    },
    {
      key: 'online',
      title: fields.allowOnline.label,
      width: 220,
      render: (row) => <Online open={openOf(row)} name={nameOf(row)} />,
    },
  ]
  return (
    <>
      <EntryTable
        noun="预约项目"
        icon="calendar"
        hint="随机构的预约项目；本店不开展的、时长不一样的，在这里改"
        found={useClinicItems()}
        columns={columns}
        nameOf={(row) => row.name}
        title={({ colour, name }) => <ItemName colour={colour} name={name} firstVisitOnly={false} />}
        facts={(row) => [
          `${minutesOf(row)} 分钟`,
          bufferText(buffersOf(row)) !== '—' && `缓冲 ${bufferText(buffersOf(row))}`,
          priceWords(priceOf(row)),
          row.deptName,
          chairWord(row.needChairType),
          row.firstVisitOnly && '仅初诊',
          openOf(row) && '网上开放',
          isOwn(row) && '本店自定',
        ]}
        onOpen={can('/appointItem:edit') ? setEditing : undefined}
      />
      {editing && <ItemDialog row={editing} onClose={() => setEditing(null)} />}
    </>
  )
}

const ORDER = ['durationMin', 'bufferBefore', 'bufferAfter', 'price', 'allowOnline']

/** What a field of the clinic means that is left empty: the company's word. */
function leftEmpty({ name, company }: ClinicItem, key: OwnItemKey): { help: string; placeholder?: string } {
  if (key === 'onlineName') {
    const said = company.onlineName || name
    return { help: `预约页上给患者看；不填用“${said}”`, placeholder: said }
  }
  if (key === 'price')
    return company.price === null
      ? { help: '不填就不显示' }
      : { help: `不填随机构：${priceText(company.price)}`, placeholder: company.price }
  const help = `不填随机构：${company[key]} 分钟`
  return {
    help: key === 'durationMin' ? `${fields[key].edit.help}；${help}` : help,
    placeholder: String(company[key]),
  }
}

function ItemDialog({ row, onClose }: { row: ClinicItem; onClose: () => void }) {
  const save = useSaveClinicItem()
  const depts = useDepts()
  const form = useCallForm(settingCalls.saveClinicItem, {
    defaultValues: {
      itemId: row.id,
      version: row.version,
      enabled: row.enabled,
      ...someOf(row, ...ownItemKeys),
      deptId: row.deptId,
    },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success('更新成功')
    onClose()
  })
  const { company } = row
  return (
    <FormDialog
      title={`本店的${row.name}`}
      width={480}
      form={form}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <Picked form={form} name="enabled" label="开展" group help="不开展的不能再约，已约的不变">
        {(field) => (
          <Switch checked={field.value ?? true} onChange={field.onChange}>
            本店开展
          </Switch>
        )}
      </Picked>
      <div className={s.pair}>
        {inOrder(ownItemKeys, ORDER).map((key) => (
          <Fragment key={key}>
            {key === 'allowOnline' ? (
              <Picked form={form} name={key} label={fields[key].label} group className={s.wide}>
                {(field) => (
                  <RadioGroup
                    value={choiceOf(field.value)}
                    onChange={(choice) => field.onChange(choice === 'company' ? null : choice === 'open')}
                    options={[
                      { value: 'company', label: `随机构（${company.allowOnline ? '开放' : '不开放'}）` },
                      { value: 'open', label: '开放' },
                      { value: 'closed', label: '不开放' },
                    ]}
                  />
                )}
              </Picked>
            ) : (
              <DeclaredField
                form={form}
                name={key}
                field={{ ...fields[key], edit: { ...fields[key].edit, label: undefined, required: undefined } }}
                {...leftEmpty(row, key)}
                className={key === 'durationMin' ? s.wide : wideOf(fields[key])}
                emptied={null}
              />
            )}
            {key === 'price' && depts.data && (
              <Picked form={form} name="deptId" label="科室" help="本店由哪个科室做">
                {(field) => (
                  <Select
                    clearable
                    searchable
                    placeholder="未指定"
                    options={depts.data
                      .filter((each) => each.enabled || each.id === row.deptId)
                      .map(({ id, name }) => ({ value: id, label: name }))}
                    {...field}
                  />
                )}
              </Picked>
            )}
          </Fragment>
        ))}
      </div>
    </FormDialog>
  )
}

const choiceOf = (open: boolean | null | undefined) =>
  open === null || open === undefined ? 'company' : open ? 'open' : 'closed'
