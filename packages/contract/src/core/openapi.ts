import { z } from 'zod'
import type { AnyCall, Fields } from './call.ts'
import { allCalls, errorTable } from './registry.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every declared call. `x-spec` is the id in the specification's index, `x-resource` the grants. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const { name, call } of allCalls()) {
    const path = (paths[call.path] ??= {})
    path[call.method.toLowerCase()] = operation(name, call)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '牙本 Dentin',
      version: '1.0.0',
      description: '每个回答都是 {code, data, message}；code 0 为成功，业务拒绝以 HTTP 200 和五位 code 返回。',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(allCalls().map(({ name }) => name.split('.')[0]))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        providerToken: { type: 'http', scheme: 'bearer', description: '平台员工的令牌，与门诊的令牌互不相通' },
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['code', 'data', 'message'],
          properties: {
            code: { type: 'integer', enum: [...new Set(Object.values(errorTable).map((entry) => entry.code))] },
            data: {},
            message: { type: 'string' },
          },
        },
      },
    },
  }
}

function operation(name: string, call: AnyCall): Json {
  const parameters = [
    ...Object.entries(call.params).map(([field, schema]) => parameter(field, schema, 'path', true)),
    ...Object.entries(call.query).map(([field, schema]) => parameter(field, schema, 'query', !isOptional(schema))),
  ]
  const refusal = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  })
  return {
    operationId: name,
    summary: call.doc,
    tags: [name.split('.')[0]],
    'x-spec': call.spec,
    'x-resource': call.allow.kind === 'resource' ? call.allow.anyOf : [],
    'x-allow': call.allow.kind,
    ...(call.allow.kind === 'provider' ? { 'x-roles': call.allow.roles } : {}),
    'x-effect': call.effect,
    'x-idempotent': call.idempotent,
    security:
      call.allow.kind === 'public' ? [] : [{ [call.allow.kind === 'provider' ? 'providerToken' : 'token']: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(Object.keys(call.body).length > 0 || call.upload ? { requestBody: requestBody(call) } : {}),
    responses: {
      200: success(call),
      400: refusal('输入有误：data.fields 逐项说明'),
      ...(call.allow.kind === 'public' ? {} : { 401: refusal('没有令牌或令牌已失效') }),
      ...(call.allow.kind === 'resource' || call.allow.kind === 'provider' ? { 403: refusal('没有权限') } : {}),
      404: refusal('没有找到，或不属于你'),
      409: refusal('已被他人修改'),
      429: refusal('操作太频繁'),
    },
    ...(call.errors.length > 0
      ? { 'x-errors': call.errors.map((each) => ({ name: each, ...(errorTable as Record<string, object>)[each] })) }
      : {}),
  }
}

function requestBody(call: AnyCall): Json {
  const fields = schemaOf(z.object(call.body as Fields), 'input')
  if (!call.upload) return { required: true, content: { 'application/json': { schema: fields } } }
  const properties = {
    ...(fields.properties as Json | undefined),
    [call.upload.field]: { type: 'string', format: 'binary' },
  }
  return { required: true, content: { 'multipart/form-data': { schema: { ...fields, properties } } } }
}

function success(call: AnyCall): Json {
  if (call.answer === 'file')
    return {
      description: '文件',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    }
  const data = schemaOf(call.output, 'input')
  return {
    description: '成功',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['code', 'data', 'message'],
          properties: { code: { const: 0 }, data, message: { type: 'string' } },
        },
      },
    },
  }
}

function parameter(name: string, schema: z.ZodType, where: 'path' | 'query', required: boolean): Json {
  return { name, in: where, required, schema: schemaOf(schema, 'input') }
}

function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return rest
}
