import { sms, smsAuditNames, smsTypeNames } from '@dentin/contract/sms'
import { SMS_VARIABLES } from '@dentin/kit'
import { smsBody, smsCount, smsText, fillSms, type SmsType } from '@dentin/kit'
import { useRef, useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  confirm,
  EmptyState,
  Field,
  Menu,
  IconButton,
  Segmented,
  Tag,
  TextArea,
  TextField,
  toast,
  Toolbar,
  urlEnum,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, FormDialog, pageCodecs, pagedProps, Picked, type Column } from '../../ui/heavy.ts'
import { RadioGroup } from '../../ui/index.ts'
import {
  useAccount,
  useEnableTemplate,
  useRemoveTemplate,
  useSaveTemplate,
  useTemplates,
  type Template,
} from './hooks.ts'
import { auditTones } from './words.ts'
import s from './sms.module.css'

const codecs = { type: urlEnum(['all', '1', '2'] as const, 'all'), ...pageCodecs }

/** Templates with their review; a text in review is sent as it was approved before. */
export function Templates() {
  const can = useCan()
  const [url, setUrl] = useUrlState(codecs)
  const [editing, setEditing] = useState<Template | 'new' | null>(null)
  const found = useTemplates({
    type: url.type === 'all' ? null : (Number(url.type) as 1 | 2),
    pageNum: url.page,
    pageSize: url.size,
  })
  const enable = useEnableTemplate()
  const remove = useRemoveTemplate()
  const mayEdit = can('/SMSmanagement:edit')
  const told = { onError: (error: Error) => toast.error(error.message) }
  const switchTo = (row: Template) =>
    enable.mutate(
      { id: row.id, version: row.version, enabled: !row.enabled },
      { ...told, onSuccess: () => toast.success(row.enabled ? '已停用' : '已启用') },
    )
  const drop = async (row: Template) => {
    if (!(await confirm({ title: `删除模板“${row.name}”？`, okText: '删除', danger: true }))) return
    remove.mutate({ id: row.id, version: row.version }, { ...told, onSuccess: () => toast.success('删除成功') })
  }
  const state = (row: Template) => (
    <span className={s.inline}>
      <Tag tone={auditTones[row.auditStatus] ?? 'muted'} {...(row.refuseReason ? { title: row.refuseReason } : {})}>
        {smsAuditNames[row.auditStatus]}
      </Tag>
      {!row.enabled && <Tag>已停用</Tag>}
    </span>
  )
  const more = (row: Template) =>
    mayEdit && (
      <Menu
        align="end"
        items={[
          { key: 'edit', label: '修改', onSelect: () => setEditing(row) },
          { key: 'enable', label: row.enabled ? '停用' : '启用', onSelect: () => switchTo(row) },
          'divider',
          { key: 'remove', label: '删除', danger: true, onSelect: () => void drop(row) },
        ]}
      >
        <IconButton icon="dots" label={`${row.name} 的操作`} />
      </Menu>
    )
  const columns: Column<Template>[] = [
    {
      key: 'name',
      title: '模板',
      width: 200,
      render: (row) => (
        <span className={s.twoLines}>
          <span className="ellipsis">{row.name}</span>
          <span className="t-12 tertiary">{row.scenes.length > 0 ? row.scenes.join('、') : '未用于自动发送'}</span>
        </span>
      ),
    },
    { key: 'type', title: '类型', width: 72, render: (row) => smsTypeNames[row.type] },
    {
      key: 'content',
      title: '内容',
      render: (row) => (
        <span className={s.clamp} title={row.content}>
          {row.content}
        </span>
      ),
    },
    {
      key: 'count',
      title: '字数 / 计费',
      width: 112,
      numeric: true,
      render: (row) => `${row.wordCount} 字 / ${row.billingCount} 条`,
    },
    { key: 'state', title: '状态', width: 132, render: state },
    { key: 'more', title: '操作', width: 64, render: more },
  ]
  return (
    <>
      <Toolbar
        end={
          mayEdit && (
            <Button variant="primary" icon="plus" onClick={() => setEditing('new')}>
              新建模板
            </Button>
          )
        }
      >
        <Segmented
          label="类型"
          value={url.type}
          onChange={(type) => setUrl({ type, page: 1 })}
          options={[
            { value: 'all', label: '全部' },
            { value: '1', label: '通知' },
            { value: '2', label: '营销' },
          ]}
        />
      </Toolbar>
      <DataTable<Template>
        label="短信模板"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, url, setUrl, { what: '模板', noun: '个' })}
        rowHeight={46}
        empty={
          <EmptyState layout="stack" icon="file-edit" title="还没有短信模板" hint="新建的模板审核通过后就能使用" />
        }
        mobile={(row) => (
          <div className={s.card}>
            <span className={s.cardLine}>
              <span className="bold ellipsis">{row.name}</span>
              {state(row)}
            </span>
            <span className={s.clamp}>{row.content}</span>
            {row.refuseReason && <span className="t-12 danger">{row.refuseReason}</span>}
            <span className={s.cardLine}>
              <span className="t-12 tertiary num">
                {smsTypeNames[row.type]} · {row.wordCount} 字 / {row.billingCount} 条
              </span>
              {more(row)}
            </span>
          </div>
        )}
      />
      {editing && <TemplateDialog template={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  )
}

/** How a text looks filled in. */
const SAMPLE = {
  姓名: '张晓雯',
  医生: '许明哲',
  时间: '11月21日 09:30',
  项目: '洁牙',
  地址: '望湖路 118 号',
  电话: '0571-88112046',
  金额: '860.00',
  欠费: '120.00',
} as const

function TemplateDialog({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const save = useSaveTemplate()
  const account = useAccount().data
  const form = useCallForm(sms.saveTemplate, {
    defaultValues: {
      id: template?.id ?? null,
      version: template?.version,
      name: template?.name ?? '',
      type: (template?.type ?? 1) as 1 | 2,
      content: template?.content ?? '',
    },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success('提交成功')
    onClose()
  })
  const box = useRef<HTMLTextAreaElement | null>(null)
  const content = form.watch('content')
  const type = form.watch('type') as SmsType
  const sign = account?.approvedSignature || account?.signature || '门诊签名'
  const text = smsText(sign, smsBody(type, content || ''))
  const shown = smsText(sign, smsBody(type, fillSms(content || '', { ...SAMPLE, 门诊: sign })))
  const insert = (word: string) => {
    const at = box.current?.selectionStart ?? content.length
    const to = box.current?.selectionEnd ?? at
    form.setValue('content', `${content.slice(0, at)}{${word}}${content.slice(to)}`, {
      shouldDirty: true,
      shouldValidate: true,
    })
    box.current?.focus()
  }
  const { ref, ...field } = form.register('content')
  return (
    <FormDialog
      form={form}
      title={template ? '修改模板' : '新建模板'}
      width={640}
      onClose={onClose}
      onSubmit={submit}
      submitText="提交审核"
    >
      <Field label="模板名称" required error={form.errorOf('name')}>
        <TextField maxLength={20} autoFocus {...form.register('name')} />
      </Field>
      <Picked form={form} name="type" label="类型" group>
        {(field) => (
          <RadioGroup
            label="类型"
            {...field}
            options={[
              { value: 1 as const, label: '通知', hint: '预约、就诊等服务提醒' },
              { value: 2 as const, label: '营销', hint: '末尾自动加“拒收请回复R”，21:00–8:00 不发' },
            ]}
          />
        )}
      </Picked>
      <Field label="内容" required error={form.errorOf('content')}>
        <TextArea
          rows={4}
          maxRows={8}
          maxLength={500}
          {...field}
          ref={(element: HTMLTextAreaElement | null) => {
            ref(element)
            box.current = element
          }}
        />
      </Field>
      <div className={s.variables} role="group" aria-label="插入变量">
        {SMS_VARIABLES.map((word) => (
          <Button key={word} size="xs" onClick={() => insert(word)}>
            {`{${word}}`}
          </Button>
        ))}
      </div>
      <div className={s.stack} aria-live="polite">
        <span className="t-13 secondary">
          收到的样子，约 <b className="num">{text.length}</b> 字，计费 <b className="num">{smsCount(text)}</b>{' '}
          条（以填好变量后的实际字数为准）
        </span>
        <p className={s.phone}>{shown}</p>
      </div>
    </FormDialog>
  )
}
