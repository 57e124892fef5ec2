import { providerAccountStates } from '@dentin/contract/core/status'
import { provider, providerRoles } from '@dentin/contract/provider'
import { PROVIDER_ROLES, type ProviderRole, type WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCall, useSend } from '../../lib/query.ts'
import {
  Button,
  confirm,
  EmptyState,
  Field,
  IconButton,
  Notice,
  RadioGroup,
  Tag,
  TextField,
  toast,
  Toolbar,
  Menu,
  type MenuEntry,
} from '../../ui/index.ts'
import { DataTable, Dialog, FormDialog, listProps, Picked, type Column } from '../../ui/heavy.ts'
import s from './provider.module.css'

type Account = WireOutput<typeof provider.accounts>[number]
type Link = WireOutput<typeof provider.createAccount>

const ROLE_HINTS: Record<ProviderRole, string> = {
  administrator: '全部功能，以及平台账号与操作记录',
  reviewer: '医生与机构审核',
  finance: '转账、异常到账、套餐、赠送与发票',
  support: '门诊查询与平台消息',
}
const roleOptions = PROVIDER_ROLES.map((value) => ({ value, label: providerRoles[value], hint: ROLE_HINTS[value] }))

/** The provider's staff: roles, links for setting up, freezing. */
export function Accounts() {
  const list = useCall(provider.accounts, {})
  const [editing, setEditing] = useState<Account | 'new' | null>(null)
  const [link, setLink] = useState<{ name: string; link: Link } | null>(null)
  const freeze = useSend(provider.freezeAccount, { refresh: [provider.accounts] })
  const reset = useSend(provider.resetAccount, { refresh: [provider.accounts] })
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      toast.error(error instanceof Error ? error.message : 'Error')
      void list.refetch()
    })
  const askReset = async (account: Account) => {
    const yes = await confirm({
      title: `重置 ${account.name} 的登录？`,
      body: '原密码、动态口令和恢复码立即作废，本人的登录全部结束；您会得到一个交给本人的一次性链接。',
      okText: '重置',
      danger: true,
    })
    if (yes)
      await attempt(
        reset
          .mutateAsync({ id: account.id, version: account.version })
          .then((made) => setLink({ name: account.name, link: made })),
      )
  }
  const askFreeze = async (account: Account) => {
    const frozen = !providerAccountStates.is(account.status, 'frozen')
    const yes =
      !frozen ||
      (await confirm({
        title: `冻结 ${account.name}？`,
        body: '本人的登录立即结束，解冻之前不能再登录。',
        okText: '冻结',
        danger: true,
      }))
    if (yes)
      await attempt(
        freeze
          .mutateAsync({ id: account.id, frozen, version: account.version })
          .then(() => toast.success(frozen ? '已冻结' : '已解冻')),
      )
  }
  const actions = (account: Account): MenuEntry[] => [
    { key: 'edit', label: '修改姓名与角色', icon: 'pencil', onSelect: () => setEditing(account) },
    ...(account.isSelf
      ? []
      : [
          ...(providerAccountStates.is(account.status, 'frozen')
            ? []
            : [
                {
                  key: 'reset',
                  label: providerAccountStates.is(account.status, 'invited') ? '重新给设置链接' : '重置密码与动态口令',
                  icon: 'link',
                  onSelect: () => void askReset(account),
                } as const,
              ]),
          {
            key: 'freeze',
            label: providerAccountStates.is(account.status, 'frozen') ? '解冻' : '冻结',
            icon: providerAccountStates.is(account.status, 'frozen') ? 'unlock' : 'ban',
            danger: !providerAccountStates.is(account.status, 'frozen'),
            onSelect: () => void askFreeze(account),
          } as const,
        ]),
  ]
  const menu = (account: Account) => (
    <Menu items={actions(account)} align="end">
      <IconButton icon="dots" label={`${account.name} 的操作`} size="sm" />
    </Menu>
  )
  const columns: Column<Account>[] = [
    {
      key: 'name',
      title: '姓名',
      width: 180,
      render: (row) => (
        <span className={s.inline}>
          {row.name}
          {row.isSelf && <Tag tone="outline">本人</Tag>}
        </span>
      ),
    },
    { key: 'login', title: '登录名', width: 160, render: (row) => row.loginName },
    { key: 'role', title: '角色', width: 110, render: (row) => providerRoles[row.role] },
    { key: 'status', title: '状态', width: 110, render: (row) => <AccountStatus status={row.status} /> },
    {
      key: 'last',
      title: '最近登录',
      width: 172,
      numeric: true,
      render: (row) => row.lastLoginAt?.slice(0, 16) ?? '—',
    },
    { key: 'created', title: '新增时间', numeric: true, render: (row) => row.createdAt.slice(0, 16) },
    { key: 'actions', title: '', width: 76, align: 'right', render: menu },
  ]
  return (
    <>
      <Toolbar
        end={
          <Button variant="primary" icon="user-plus" onClick={() => setEditing('new')}>
            新增账号
          </Button>
        }
      >
        <span className="t-13 secondary">平台账号与门诊账号互不相通，每人都要用动态口令登录</span>
      </Toolbar>
      <DataTable
        label="平台账号"
        columns={columns}
        keyOf={(row) => row.id}
        {...listProps(list)}
        muted={(row) => providerAccountStates.is(row.status, 'frozen')}
        onOpen={setEditing}
        empty={<EmptyState layout="stack" icon="users" title="还没有平台账号" />}
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong>{row.name}</strong>
              {row.isSelf && <Tag tone="outline">本人</Tag>}
              <AccountStatus status={row.status} />
              <span className={s.push}>{menu(row)}</span>
            </div>
            <div className="t-13 secondary">
              {providerRoles[row.role]} · {row.loginName}
              {row.lastLoginAt && ` · 最近登录 ${row.lastLoginAt.slice(5, 16)}`}
            </div>
          </div>
        )}
      />
      {editing && (
        <AccountDialog
          account={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onMade={(name, made) => {
            setEditing(null)
            setLink({ name, link: made })
          }}
        />
      )}
      {link && <LinkDialog {...link} onClose={() => setLink(null)} />}
    </>
  )
}

function AccountStatus({ status }: { status: number }) {
  if (providerAccountStates.is(status, 'frozen')) return <Tag tone="danger">已冻结</Tag>
  return providerAccountStates.is(status, 'invited') ? <Tag tone="wait">待设置</Tag> : <Tag tone="done">正常</Tag>
}

function AccountDialog({
  account,
  onClose,
  onMade,
}: {
  account: Account | null
  onClose: () => void
  onMade: (name: string, link: Link) => void
}) {
  const create = useSend(provider.createAccount, { refresh: [provider.accounts] })
  const update = useSend(provider.updateAccount, { refresh: [provider.accounts, provider.me] })
  const form = useCallForm(provider.createAccount, {
    defaultValues: {
      loginName: account?.loginName ?? '',
      name: account?.name ?? '',
      role: account?.role ?? 'reviewer',
    },
  })
  const submit = form.save(
    async (values) => {
      if (!account) return create.mutateAsync(values)
      const { name, role } = values
      await update.mutateAsync({ id: account.id, version: account.version, name, role })
      return null
    },
    (link, { name }) => {
      if (link) return onMade(name, link)
      toast.success('修改成功')
      onClose()
    },
  )
  return (
    <FormDialog
      title={account ? '修改平台账号' : '新增平台账号'}
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText={account ? '保存' : '新增并取得链接'}
      width={460}
      sticky
    >
      <Field label="姓名" required error={form.errorOf('name')}>
        <TextField maxLength={20} {...form.register('name')} />
      </Field>
      <Field
        label="登录名"
        required={!account}
        help={account ? '登录名不能修改' : '3–32 位字母、数字或 . _ -，以字母开头'}
        error={form.errorOf('loginName')}
      >
        <TextField maxLength={32} autoCapitalize="off" readOnly={account !== null} {...form.register('loginName')} />
      </Field>
      <Picked form={form} name="role" label="角色" required group>
        {(field) => <RadioGroup stacked options={roleOptions} {...field} />}
      </Picked>
      {account && <p className="t-12 tertiary">换角色后，本人要重新登录。</p>}
    </FormDialog>
  )
}

function LinkDialog({ name, link, onClose }: { name: string; link: Link; onClose: () => void }) {
  const address = `${window.location.origin}/platform/setup#${link.token}`
  return (
    <Dialog open title={`给 ${name} 的设置链接`} onClose={onClose} cancelText="完成" width={520} sticky>
      <div className={s.stack}>
        <Notice tone="wait" icon="alert">
          链接只显示这一次，{link.expiresAt.slice(5, 16)} 前有效，用后作废。请只交给本人。
        </Notice>
        <Field label="设置链接">
          <TextField readOnly value={address} onFocus={(event) => event.target.select()} />
        </Field>
        <div className={s.actions}>
          <Button
            icon="copy"
            onClick={() => void navigator.clipboard.writeText(address).then(() => toast.success('已复制'))}
          >
            复制链接
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
