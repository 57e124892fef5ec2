import { MOST_BUFFER_MINUTES, settingCalls } from '@dentin/contract/settings'
import { priceText } from '@dentin/kit/money'
import { useCallForm } from '../../lib/form.ts'
import { can } from '../../lib/permission.ts'
import { FormDialog, Picked, Select, type Column } from '../../ui/heavy.ts'
import { Field, NumberField, RadioGroup, Switch, Tag, TextField, toast } from '../../ui/index.ts'
import { buffers, bufferText, chairWord, ItemName, Online, Price } from './AppointItems.tsx'
import { useClinicItems, useDepts, useSaveClinicItem, type ClinicItem } from './hooks.ts'
import { OptionalMoney } from './OptionalMoney.tsx'
import { SettingList } from './SettingList.tsx'
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
const isOwn = (row: ClinicItem) =>
  [row.durationMin, row.bufferBefore, row.bufferAfter, row.allowOnline, row.price].some((each) => each !== null) ||
  row.onlineName !== ''

/** What patients are booked for in the present clinic: the company's list, with what the clinic does otherwise. */
export function ClinicItems() {
  const columns: Column<ClinicItem>[] = [
    {
      key: 'name',
      title: '预约项目',
      render: (row) => <ItemName {...row}>{isOwn(row) && <Tag tone="brand">本店自定</Tag>}</ItemName>,
    },
    {
      key: 'duration',
      title: '时长',
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
      title: '价格',
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
      title: '网上预约',
      width: 220,
      render: (row) => <Online open={openOf(row)} name={nameOf(row)} />,
    },
  ]
  return (
    <SettingList
      noun="预约项目"
      icon="calendar"
      hint="随机构的预约项目；本店不开展的、时长不一样的，在这里改"
      mayEdit={can('/appointItem:edit')}
      mayAdd={false}
      found={useClinicItems()}
      columns={columns}
      title={({ colour, name }) => <ItemName colour={colour} name={name} firstVisitOnly={false} />}
      facts={(row) =>
        [
          `${minutesOf(row)} 分钟`,
          bufferText(buffersOf(row)) !== '—' && `缓冲 ${bufferText(buffersOf(row))}`,
          priceWords(priceOf(row)),
          row.deptName,
          chairWord(row.needChairType),
          row.firstVisitOnly && '仅初诊',
          openOf(row) && '网上开放',
          isOwn(row) && '本店自定',
        ]
          .filter(Boolean)
          .join(' · ')
      }
      dialog={(row, close) => row && <ItemDialog row={row} onClose={close} />}
    />
  )
}

function ItemDialog({ row, onClose }: { row: ClinicItem; onClose: () => void }) {
  const save = useSaveClinicItem()
  const depts = useDepts()
  const form = useCallForm(settingCalls.saveClinicItem, {
    defaultValues: {
      itemId: row.id,
      version: row.version,
      enabled: row.enabled,
      durationMin: row.durationMin,
      bufferBefore: row.bufferBefore,
      bufferAfter: row.bufferAfter,
      allowOnline: row.allowOnline,
      onlineName: row.onlineName,
      price: row.price,
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
      <Picked
        form={form}
        name="durationMin"
        label="时长"
        help={`5 分钟为一格；不填随机构：${company.durationMin} 分钟`}
      >
        {(field) => (
          <NumberField
            {...field}
            value={field.value ?? null}
            min={5}
            max={600}
            step={5}
            unit="分钟"
            placeholder={String(company.durationMin)}
          />
        )}
      </Picked>
      <div className={s.pair}>
        {buffers.map(({ name, label }) => (
          <Picked key={name} form={form} name={name} label={label} help={`不填随机构：${company[name]} 分钟`}>
            {(field) => (
              <NumberField
                {...field}
                value={field.value ?? null}
                min={0}
                max={MOST_BUFFER_MINUTES}
                step={5}
                unit="分钟"
                placeholder={String(company[name])}
              />
            )}
          </Picked>
        ))}
      </div>
      <div className={s.pair}>
        <Picked
          form={form}
          name="price"
          label="价格"
          help={company.price === null ? '不填就不显示' : `不填随机构：${priceText(company.price)}`}
        >
          {(field) => <OptionalMoney field={field} placeholder={company.price ?? undefined} />}
        </Picked>
        {depts.data && (
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
      </div>
      <Picked form={form} name="allowOnline" label="网上预约" group>
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
      <Field
        label="网上名称"
        help={`预约页上给患者看；不填用“${company.onlineName || row.name}”`}
        error={form.errorOf('onlineName')}
      >
        <TextField maxLength={20} placeholder={company.onlineName || row.name} {...form.register('onlineName')} />
      </Field>
    </FormDialog>
  )
}

const choiceOf = (open: boolean | null | undefined) =>
  open === null || open === undefined ? 'company' : open ? 'open' : 'closed'
