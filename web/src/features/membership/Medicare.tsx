import { medicareStates } from '@dentin/contract/core/status'
import { membership, membershipErrors } from '@dentin/contract/membership'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import {
  Button,
  ErrorLine,
  Field,
  Notice,
  PasswordField,
  RadioGroup,
  Skeleton,
  TextButton,
  TextField,
  toast,
  useUrlState,
  Page,
} from '../../ui/index.ts'
import { FormDialog, Picked } from '../../ui/heavy.ts'
import { useCan } from '../../lib/permission.ts'
import { Hero } from './Hero.tsx'
import { useMedicareAccount, useMedical, useRevealPassword, useSaveMedicareAccount } from './hooks.ts'
import { buyWords } from './model.ts'
import { orderCodecs, OrderDialogs } from './OrderDialogs.tsx'
import { OrderTable } from './OrderTable.tsx'
import s from './membership.module.css'

type Account = NonNullable<ReturnType<typeof useMedicareAccount>['data']>

/** The medical insurance link: the clinic's account there, its membership, its orders. */
export function Medicare() {
  const can = useCan()
  const [, setUrl] = useUrlState(orderCodecs)
  const info = useMedical()
  const account = useMedicareAccount(true)
  const [editing, setEditing] = useState(false)
  const missing = account.error?.is(membershipErrors.MEDICARE_ACCOUNT_MISSING) === true
  const mayEdit = can('/medicareOrderRecord:account')
  return (
    <Page>
      <div className={s.top}>
        {info.error && !info.data ? (
          <ErrorLine onRetry={() => void info.refetch()} retrying={info.isFetching}>
            医保会员信息没有读到：{info.error.message}
          </ErrorLine>
        ) : (
          <Hero
            kind="medical"
            info={info.data}
            action={
              info.data?.allowed.buy && (
                <Button
                  variant="primary"
                  size="lg"
                  disabled={!account.data}
                  title={missing ? '先登记医保账号' : undefined}
                  onClick={() => setUrl({ buy: '1' }, { push: true })}
                >
                  {buyWords(info.data)}
                </Button>
              )
            }
          />
        )}
        {missing ? (
          <Notice
            tone="wait"
            icon="alert"
            action={
              mayEdit && (
                <Button size="sm" onClick={() => setEditing(true)}>
                  登记医保账号
                </Button>
              )
            }
          >
            暂无医保账号
          </Notice>
        ) : account.error && !account.data ? (
          <ErrorLine onRetry={() => void account.refetch()} retrying={account.isFetching}>
            医保账号没有读到：{account.error.message}
          </ErrorLine>
        ) : (
          <AccountLine account={account.data} onEdit={mayEdit ? () => setEditing(true) : undefined} />
        )}
      </div>
      <OrderTable kind="medical" onSale={account.data !== undefined} />
      <OrderDialogs kind="medical" />
      {editing && <AccountDialog account={account.data ?? null} onClose={() => setEditing(false)} />}
    </Page>
  )
}

function AccountLine({ account, onEdit }: { account: Account | undefined; onEdit?: (() => void) | undefined }) {
  const reveal = useRevealPassword()
  const [shown, setShown] = useState<string | null>(null)
  if (!account) return <Skeleton height={40} />
  const toggle = () => {
    if (shown !== null) return setShown(null)
    reveal.mutate(
      { reveal: true },
      { onSuccess: ({ password }) => setShown(password), onError: (error) => toast.error(error.message) },
    )
  }
  return (
    <dl className={s.account}>
      <div>
        <dt>机构编码</dt>
        <dd className="num">{account.orgCode}</dd>
      </div>
      <div>
        <dt>操作员号</dt>
        <dd className="num">{account.operatorNo}</dd>
      </div>
      <div>
        <dt>统筹区</dt>
        <dd className="num">{account.areaCode}</dd>
      </div>
      <div>
        <dt>密码</dt>
        <dd className="num">
          {shown ?? '••••••••'}
          {account.allowed.password && (
            <TextButton icon={shown === null ? 'eye' : 'eye-off'} disabled={reveal.isPending} onClick={toggle}>
              {shown === null ? '显示' : '隐藏'}
            </TextButton>
          )}
        </dd>
      </div>
      <div>
        <dt>状态</dt>
        <dd>{medicareStates.names[account.status]}</dd>
      </div>
      {onEdit && (
        <TextButton icon="pencil" onClick={onEdit}>
          修改账号
        </TextButton>
      )}
    </dl>
  )
}

function AccountDialog({ account, onClose }: { account: Account | null; onClose: () => void }) {
  const save = useSaveMedicareAccount()
  const form = useCallForm(membership.medicalSaveAccount, {
    defaultValues: {
      orgCode: account?.orgCode ?? '',
      operatorNo: account?.operatorNo ?? '',
      areaCode: account?.areaCode ?? '',
      password: '',
      status: medicareStates.is(account?.status, 'stopped') ? medicareStates.code.stopped : medicareStates.code.active,
      ...(account ? { version: account.version } : {}),
    },
  })
  const needsPassword = () => {
    const needs = !account && !form.getValues('password')
    if (needs) form.setError('password', { type: 'server', message: '请填写密码' })
    return needs
  }
  const submit = form.save(
    save.mutateAsync,
    () => {
      toast.success('已保存')
      onClose()
    },
    {
      check: () => !needsPassword(),
      explain: (error) => (error.isConflict ? '账号已被他人修改，请关闭后重新打开' : undefined),
    },
  )
  return (
    <FormDialog
      sticky
      title={account ? '修改医保账号' : '登记医保账号'}
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="保存"
    >
      <Field label="机构编码" required error={form.errorOf('orgCode')} help="医保局分配的定点机构编码">
        <TextField {...form.register('orgCode')} maxLength={30} />
      </Field>
      <Field label="操作员号" required error={form.errorOf('operatorNo')}>
        <TextField {...form.register('operatorNo')} maxLength={30} />
      </Field>
      <Field label="统筹区编码" required error={form.errorOf('areaCode')}>
        <TextField {...form.register('areaCode')} maxLength={12} />
      </Field>
      <Field
        label="密码"
        required={!account}
        error={form.errorOf('password')}
        help={account ? '不填则保留原密码；加密保存' : '加密保存，查看会留下记录'}
      >
        <PasswordField {...form.register('password')} maxLength={60} autoComplete="new-password" />
      </Field>
      <Picked form={form} name="status" label="状态" group>
        {(field) => (
          <RadioGroup
            {...field}
            options={[
              { value: 1 as const, label: '启用' },
              { value: 0 as const, label: '停用' },
            ]}
          />
        )}
      </Picked>
    </FormDialog>
  )
}
