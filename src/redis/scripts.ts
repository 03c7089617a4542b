import { createScript } from './script.ts';

// A session has two keys on one slot. The log is the list of its records. The mark is written when the session is
// created and outlives the log, so that a log that expired, was evicted or was removed by someone else is told from
// one that never was. Payloads are opaque: no script looks behind a record's first line.

/**
 * Compare, append, expiry and notification in one step.
 *
 * ARGV: expected version, `=` and the expected uid or '', the tag of the expected last event or '', ttl in ms or 0, channel,
 * uid and header for a new session, then the body of each record. Answers with a word and numbers, never with JSON, since
 * some clients would parse it.
 */
export const APPEND = createScript(`
local log, mark = KEYS[1], KEYS[2]
local last = redis.call('LINDEX', log, -1)
local version, uid = 0, ''
if last then
  local format, place
  format, place, uid = string.match(last, '^(%d+):(%w+):(%x+)')
  if format ~= '1' then
    format = string.match(last, '^(%d+):')
    if format and tonumber(format) > 1 then return 'too-new ' .. format end
    return 'damaged ' .. redis.call('LLEN', log) - 1
  end
  if place ~= 'header' then
    local seq = tonumber(place)
    if not seq then return 'damaged ' .. redis.call('LLEN', log) - 1 end
    version = seq + 1
  end
elseif redis.call('EXISTS', mark) == 1 then
  return 'gone'
end

local expected, count = tonumber(ARGV[1]), #ARGV - 7
local same_session = ARGV[2] == '' or ARGV[2] == '=' .. uid
local same_end = true
if ARGV[3] ~= '' then
  local start = '1:' .. string.format('%d', expected - 1) .. ':' .. uid .. ':' .. ARGV[3] .. '\\n'
  same_end = last and string.sub(last, 1, #start) == start
end
if not same_session or version ~= expected or not same_end then
  -- This very append may have been stored before. Places are counted from the end, since the start may be trimmed.
  if same_session and count > 0 and expected + count <= version then
    local stored = redis.call('LRANGE', log, expected - version, expected - version + count - 1)
    local repeated = #stored == count
    for i = 1, #stored do
      local tag = string.match(ARGV[7 + i], '^[^\\n]*\\n')
      local start = '1:' .. string.format('%d', expected + i - 1) .. ':' .. uid .. ':' .. tag
      repeated = repeated and string.sub(stored[i], 1, #start) == start
    end
    if repeated then return 'stored ' .. string.format('%d', expected + count) .. ' ' .. uid end
  end
  return 'conflict ' .. string.format('%d', version) .. ' ' .. uid
end

-- What Redis refuses, it refuses at the first write, before anything has changed.
local ttl = tonumber(ARGV[4])
if ttl > 0 then
  redis.call('PEXPIRE', log, ttl)
  redis.call('PEXPIRE', mark, ttl * 2)
end
if not last then
  uid = ARGV[6]
  redis.call('RPUSH', log, '1:header:' .. uid .. '\\n' .. ARGV[7])
  redis.call('SET', mark, uid)
  if ttl > 0 then
    redis.call('PEXPIRE', log, ttl)
    redis.call('PEXPIRE', mark, ttl * 2)
  end
end
for i = 1, count do
  redis.call('RPUSH', log, '1:' .. string.format('%d', version) .. ':' .. uid .. ':' .. ARGV[7 + i])
  version = version + 1
end
-- Followers poll as well, so a user that may not publish can still write.
redis.pcall('PUBLISH', ARGV[5], version)
return 'stored ' .. string.format('%d', version) .. ' ' .. uid
`);

/** The last records, then the first and the length. ARGV: how many. */
export const TAIL = createScript(`
local records = redis.call('LRANGE', KEYS[1], -tonumber(ARGV[1]), -1)
if #records == 0 then
  if redis.call('EXISTS', KEYS[2]) == 1 then return {'gone'} end
  return {}
end
records[#records + 1] = redis.call('LINDEX', KEYS[1], 0)
records[#records + 1] = 'length ' .. redis.call('LLEN', KEYS[1])
return records
`);

/** The records from a seq on, then the last, the first and the length. ARGV: the seq, and how many. */
export const READ = createScript(`
local log = KEYS[1]
local last = redis.call('LINDEX', log, -1)
if not last then
  if redis.call('EXISTS', KEYS[2]) == 1 then return {'gone'} end
  return {}
end
local length = redis.call('LLEN', log)
local last_seq = tonumber(string.match(last, '^1:(%d+):') or '') or -1
local from = math.max(0, tonumber(ARGV[1]) - last_seq + length - 1)
local count = math.min(tonumber(ARGV[2]), length)
local records = {}
if count > 0 and from < length then
  records = redis.call('LRANGE', log, from, from + count - 1)
end
records[#records + 1] = last
records[#records + 1] = redis.call('LINDEX', log, 0)
records[#records + 1] = 'length ' .. length
return records
`);

/** The first record, in a list. By a script, since Upstash's client sends each plain LRANGE in a request of its own. */
export const FIRST = createScript(`
return redis.call('LRANGE', KEYS[1], 0, 0)
`);

/** Removes a session and answers its uid. A key of another type is no session: Redis refuses. ARGV: channel. */
export const DELETE = createScript(`
local last = redis.call('LINDEX', KEYS[1], -1)
local uid = redis.call('GET', KEYS[2]) or string.match(last or '', '^%d+:%w+:(%x+)') or ''
if redis.call('UNLINK', KEYS[1], KEYS[2]) > 0 then redis.pcall('PUBLISH', ARGV[1], 'deleted') end
return 'uid ' .. uid
`);

// The index is a sorted set whose scores are all 0, so that Redis keeps it in the order of its members. A member is the
// id of a session as JSON, a line feed, and who made the entry: its time and the uid of the session.

/**
 * Names a session in the index, with one entry, and answers some others at random. ARGV: the id's line, the rest of the
 * entry, and how many others.
 */
export const INDEX_ADD = createScript(`
redis.call('ZADD', KEYS[1], 0, ARGV[1] .. ARGV[2])
redis.call('ZREMRANGEBYLEX', KEYS[1], '[' .. ARGV[1], '(' .. ARGV[1] .. ARGV[2])
redis.call('ZREMRANGEBYLEX', KEYS[1], '(' .. ARGV[1] .. ARGV[2], '(' .. ARGV[1] .. '~')
local count = tonumber(ARGV[3])
if count == 0 then return {} end
local others = redis.pcall('ZRANDMEMBER', KEYS[1], count)
if others.err then others = redis.call('ZRANGE', KEYS[1], 0, count - 1) end -- a server before 6.2
return others
`);

/** Removes the entries of one session that end in a uid. ARGV: the id's line, and the uid. */
export const INDEX_REMOVE = createScript(`
local members = redis.call('ZRANGEBYLEX', KEYS[1], '[' .. ARGV[1], '(' .. ARGV[1] .. '~')
for _, member in ipairs(members) do
  if string.sub(member, -#ARGV[2]) == ARGV[2] then redis.call('ZREM', KEYS[1], member) end
end
return 'ok'
`);

/** A page of entries. ARGV: where it starts, as ZRANGEBYLEX wants it, and how many. */
export const INDEX_PAGE = createScript(`
return redis.call('ZRANGEBYLEX', KEYS[1], ARGV[1], '+', 'LIMIT', 0, ARGV[2])
`);
