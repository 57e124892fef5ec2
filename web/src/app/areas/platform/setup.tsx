import { provider, providerRoles } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { CodeField, RecoveryCodes } from '../../../features/provider/index.ts'
import { ApiError, send } from '../../../lib/client.ts'
import { useCallForm } from '../../../lib/form.ts'
import {
  Button,
  EmptyState,
  ErrorLine,
  Field,
  LinkButton,
  Notice,
  NewPassword,
  SkeletonRows,
  TextField,
  usePasswordAgain,
} from '../../../ui/index.ts'
import { Entry } from './Entry.tsx'
import s from './entry.module.css'

type Info = WireOutput<typeof provider.setupInfo>

/** /platform/setup#TOKEN: password and authenticator of the first administrator, or of an account that was made or reset. */
export default function PlatformSetup() {
  const token = useLocation().hash.slice(1)
  const [info, setInfo] = useState<Info | ApiError | null>(token ? null : new ApiError(400, '链接不完整'))
  const [done, setDone] = useState<{ loginName: string; recoveryCodes: string[] } | null>(null)
  useEffect(() => {
    if (!token) return undefined
    let live = true
    send(provider.setupInfo, { token })
      .then((found) => live && setInfo(found))
      .catch((error: unknown) => live && setInfo(error instanceof ApiError ? error : new ApiError(-1, 'Error')))
    return () => {
      live = false
    }
  }, [token])
  if (done)
    return (
      <Entry title="设置完成" sub={`登录名 ${done.loginName}。先把恢复码记下来，再去登录。`}>
        <div className={s.form}>
          <RecoveryCodes codes={done.recoveryCodes} />
          <div className={s.actions}>
            <LinkButton to="/platform/login" variant="primary" size="lg" iconRight="arrow-right">
              去登录
            </LinkButton>
          </div>
        </div>
      </Entry>
    )
  if (info instanceof ApiError)
    return (
      <Entry sub="一次性链接">
        <EmptyState
          layout="stack"
          icon="link"
          title={info.message}
          hint="首个管理员的链接在服务启动时打印；其他人的链接由平台管理员在「平台账号」里给出。"
          action={<LinkButton to="/platform/login">去登录</LinkButton>}
        />
      </Entry>
    )
  if (!info)
    return (
      <Entry sub="正在核对链接">
        <SkeletonRows rows={5} />
      </Entry>
    )
  return (
    <Entry
      wide
      title={info.kind === 'first' ? '设置首个管理员' : undefined}
      sub={
        info.kind === 'first'
          ? '平台控制台的第一位管理员，可以再添加其他人'
          : `${info.name}（${providerRoles[info.role]}），登录名 ${info.loginName}`
      }
    >
      <SetupForm token={token} info={info} onDone={setDone} />
    </Entry>
  )
}

function SetupForm({
  token,
  info,
  onDone,
}: {
  token: string
  info: Info
  onDone: (done: { loginName: string; recoveryCodes: string[] }) => void
}) {
  const first = info.kind === 'first'
  const form = useCallForm(provider.setup, { defaultValues: { token, password: '', code: '' } })
  const again = usePasswordAgain(() => form.getValues('password'))
  const submit = form.save((values) => send(provider.setup, values), onDone, { check: again.check })
  return (
    <form className={s.columns} onSubmit={(event) => void submit(event)} noValidate>
      <div className={s.form}>
        {first && (
          <>
            <Field label="姓名" required error={form.errorOf('name')}>
              <TextField maxLength={20} autoFocus autoComplete="name" {...form.register('name')} />
            </Field>
            <Field
              label="登录名"
              required
              help="3–32 位字母、数字或 . _ -，以字母开头"
              error={form.errorOf('loginName')}
            >
              <TextField maxLength={32} autoCapitalize="off" autoComplete="username" {...form.register('loginName')} />
            </Field>
          </>
        )}
        <NewPassword
          label="密码"
          required
          autoFocus={!first}
          error={form.errorOf('password')}
          again={again}
          {...form.register('password')}
        />
        <CodeField
          help="先用验证器应用扫描二维码，再输入它显示的 6 位数字"
          error={form.errorOf('code')}
          input={form.register('code')}
        />
        {form.failure && <ErrorLine>{form.failure}</ErrorLine>}
        <div className={s.actions}>
          <Button type="submit" variant="primary" size="lg" busy={form.sending}>
            完成设置
          </Button>
        </div>
      </div>
      <div className={s.qr}>
        <img src={info.qrCode} width={200} height={200} alt="验证器应用的二维码；也可以手动输入下面的密钥" />
        <p className="t-12 secondary">不能扫描时，在应用里选择“手动输入密钥”，类型为基于时间：</p>
        <code className={s.secret}>{info.secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
        <Notice tone="muted" icon="clock">
          链接 {info.expiresAt.slice(5, 16)} 前有效，用后作废
        </Notice>
      </div>
    </form>
  )
}
