INSERT INTO conversation_sides (user_id, conversation, other_id, unread, latest_at) SELECT first_id, number, second_id, 1, 1 FROM conversations LIMIT 1 ON CONFLICT DO NOTHING;
