-- This consent had no effect until now, and those who gave it were told that they would be asked when it has one. Nobody has given it for
-- what it is now.

delete from consents where kind = 'community_prices';
